import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';

interface Words {
  readonly title: string;
  /** The next step for the user. */
  readonly next: string;
}

/**
 * The texts for errors from the service. The key is an error code, the first segment of a code, or the default for all
 * others.
 */
export const problemStrings = {
  codes: {
    'storage/full': { title: 'Der Datenträger ist voll', next: 'Geben Sie Platz frei und versuchen Sie es erneut.' },
    'storage/read-only': {
      title: 'Der Arbeitsbereich ist schreibgeschützt',
      next: 'Starten Sie Scenewright neu; beim Start wird der Datenträger geprüft.',
    },
    'storage/busy': {
      title: 'Der Arbeitsbereich ist ausgelastet',
      next: 'Versuchen Sie es in einem Moment noch einmal.',
    },
    'storage/lost': {
      title: 'Eine Datei fehlt',
      next: 'Sie ist weder im Arbeitsbereich noch im Objektspeicher. Laden Sie sie erneut hoch, oder rendern Sie sie neu.',
    },
    'storage/away': {
      title: 'Der Objektspeicher ist nicht erreichbar',
      next: 'Versuchen Sie es in einem Moment noch einmal.',
    },
    'storage/unwritable': {
      title: 'Die Datei lässt sich nicht schreiben',
      next: 'Prüfen Sie den Ordner und die Schreibrechte.',
    },
    'workspace/in-use': {
      title: 'Der Arbeitsbereich wird gerade benutzt',
      next: 'Schließen Sie das andere Scenewright, das ihn geöffnet hat.',
    },
    'request/timeout': { title: 'Zeitüberschreitung bei der Übertragung', next: 'Versuchen Sie es erneut.' },
    'request/too-large': {
      title: 'Zu groß',
      next: 'Um große Medien hochzuladen, legen Sie die Datei hier ab.',
    },
    'access/credentials': {
      title: 'Sie sind abgemeldet',
      next: 'Öffnen Sie die Adresse, die der Dienst beim Start ausgegeben hat.',
    },
    'access/too-many': {
      title: 'Zu viele Anfragen auf einmal',
      next: 'Warten Sie, bis einige fertig sind, und versuchen Sie es dann erneut.',
    },
    'project/not-found': { title: 'Das Projekt gibt es nicht mehr', next: 'Kehren Sie zu den Projekten zurück.' },
    'project/invalid-name': { title: 'Dieser Name ist nicht erlaubt', next: 'Wählen Sie einen anderen Namen.' },
    'asset/not-found': {
      title: 'Die Mediendatei gibt es nicht mehr',
      next: 'Sie wurde gelöscht oder umbenannt. Laden Sie sie erneut hoch oder nehmen Sie eine andere.',
    },
    'asset/exists': {
      title: 'Der Name ist vergeben',
      next: 'Wählen Sie einen anderen Namen oder ersetzen Sie die Datei.',
    },
    'asset/invalid-name': { title: 'Dieser Name ist nicht erlaubt', next: 'Wählen Sie einen anderen Namen.' },
    'asset/precondition': {
      title: 'Die Mediendatei wurde inzwischen geändert',
      next: 'Prüfen Sie sie, und versuchen Sie es erneut.',
    },
    'upload/expired': { title: 'Der Upload ist abgelaufen', next: 'Laden Sie die Datei erneut hoch.' },
    'upload/not-found': { title: 'Den Upload gibt es nicht mehr', next: 'Laden Sie die Datei erneut hoch.' },
    'upload/digest': { title: 'Der Upload wurde unterwegs beschädigt', next: 'Versuchen Sie es erneut.' },
    'bundle/unreadable': {
      title: 'Das Paket ist unvollständig',
      next: 'Kopieren oder laden Sie die Datei erneut, oder exportieren Sie das Projekt noch einmal.',
    },
    'bundle/newer': { title: 'Das Paket braucht eine neuere Version von Scenewright', next: '' },
    'bundle/digest': {
      title: 'Das Paket ist beschädigt',
      next: 'Kopieren oder laden Sie es erneut, oder exportieren Sie das Projekt noch einmal.',
    },
    'bundle/limit': { title: 'Das Paket ist zu groß', next: 'Teilen Sie das Projekt in kleinere auf.' },
    'design/exists': {
      title: 'Ein Design mit diesem Namen gibt es schon',
      next: 'Wählen Sie einen anderen Namen, oder ersetzen Sie dieses Design.',
    },
    'design/shipped': { title: 'So heißt ein mitgeliefertes Design', next: 'Wählen Sie einen anderen Namen.' },
    'template/invalid': {
      title: 'Die Vorlage hat Fehler',
      next: 'Korrigieren Sie die markierten Zeilen, und speichern Sie erneut.',
    },
    'template/too-slow': {
      title: 'Das Lesen der Vorlage dauert zu lange',
      next: 'Kürzen Sie sie, oder teilen Sie sie auf.',
    },
    'table/unreadable': {
      title: 'Die Tabelle lässt sich nicht lesen',
      next: 'Speichern Sie sie in dem Programm, mit dem sie erstellt wurde, noch einmal.',
    },
    'table/kind': {
      title: 'Die Datei ist keine Tabelle',
      next: 'Wählen Sie eine XLSX-, ODS-, CSV-, TSV-, JSON- oder NDJSON-Datei.',
    },
    'table/too-large': { title: 'Die Tabelle ist zu groß', next: 'Teilen Sie sie auf.' },
    'table/too-slow': {
      title: 'Das Lesen der Tabelle dauert zu lange',
      next: 'Löschen Sie, was die Filme nicht brauchen, oder teilen Sie sie auf.',
    },
    'table/protected': {
      title: 'Die Tabelle hat ein Kennwort',
      next: 'Entfernen Sie das Kennwort und speichern Sie die Datei.',
    },
    'table/no-sheet': { title: 'Diese Tabelle gibt es in der Arbeitsmappe nicht', next: 'Wählen Sie eine andere.' },
    'table/empty': {
      title: 'Die Tabelle hat keine Zeilen',
      next: 'Wählen Sie eine andere Tabelle oder eine andere Datei.',
    },
    'template/precondition': {
      title: 'Die Vorlage wurde anderswo geändert',
      next: 'Vergleichen Sie beide Versionen, und wählen Sie dann eine.',
    },
    'brand/precondition': {
      title: 'Die Marke wurde anderswo geändert',
      next: 'Sie sehen jetzt die andere Version. Nehmen Sie Ihre Änderung noch einmal vor.',
    },
    'render/format-unavailable': {
      title: 'Dieses Format ist hier nicht verfügbar',
      next: 'Wählen Sie ein anderes Format.',
    },
    'render/invalid': {
      title: 'Der Film lässt sich noch nicht rendern',
      next: 'Beheben Sie die aufgeführten Probleme, und rendern Sie erneut.',
    },
    'format/size-target': {
      title: 'Der Film passt nicht in diese Größe',
      next: 'Erlauben Sie eine größere Datei, kürzen Sie den Film oder verkleinern Sie das Bild.',
    },
    'render/memory': {
      title: 'Der Film ist zu groß für diesen Computer',
      next: 'Wählen Sie eine kleinere Größe, ein anderes Format oder einen Computer mit mehr Arbeitsspeicher.',
    },
    'ffmpeg/memory': {
      title: 'Der Arbeitsspeicher reicht nicht',
      next: 'Wählen Sie eine kleinere Größe oder ein anderes Format, oder schließen Sie andere Programme.',
    },
    'ffmpeg/interrupted': {
      title: 'FFmpeg wurde unterbrochen',
      next: 'Schließen Sie andere Programme, und versuchen Sie es noch einmal.',
    },
    'ffmpeg/not-found': {
      title: 'FFmpeg wurde nicht gefunden',
      next: 'Wählen Sie es in den Einstellungen aus.',
    },
  } as const satisfies Partial<Record<ErrorCode, Words>>,
  families: {
    ffmpeg: { title: 'FFmpeg ist fehlgeschlagen', next: 'Das Protokoll zeigt, an welcher Stelle.' },
    storage: {
      title: 'Der Arbeitsbereich hat ein Problem',
      next: 'Prüfen Sie den Datenträger und starten Sie Scenewright neu.',
    },
    workspace: {
      title: 'Der Arbeitsbereich lässt sich nicht öffnen',
      next: 'Wählen Sie in den Einstellungen einen anderen Arbeitsbereich.',
    },
    request: {
      title: 'Das hat nicht funktioniert',
      next: 'Versuchen Sie es erneut. Bleibt es dabei, starten Sie Scenewright neu.',
    },
    access: { title: 'Zugriff verweigert', next: 'Prüfen Sie die Adresse und die Zugangsdaten.' },
    project: { title: 'Das Projekt ist nicht verwendbar', next: 'Kehren Sie zu den Projekten zurück.' },
    asset: {
      title: 'Die Mediendatei ist nicht verwendbar',
      next: 'Prüfen Sie sie, und versuchen Sie es erneut.',
    },
    upload: { title: 'Der Upload ist fehlgeschlagen', next: 'Versuchen Sie es erneut.' },
    bundle: {
      title: 'Das Paket ist nicht verwendbar',
      next: 'Exportieren Sie das Projekt noch einmal mit „Exportieren…“.',
    },
    design: {
      title: 'Das Design ist nicht verwendbar',
      next: 'Kehren Sie zu den Designs zurück, und versuchen Sie es erneut.',
    },
    movie: { title: 'Der Film ist nicht verwendbar', next: 'Speichern Sie seine Vorlage noch einmal.' },
    template: { title: 'Die Vorlage ist nicht verwendbar', next: 'Öffnen Sie sie noch einmal.' },
    render: {
      title: 'Das Rendern ist fehlgeschlagen',
      next: 'Sehen Sie im Protokoll nach, und versuchen Sie es erneut.',
    },
    destination: {
      title: 'Der Film wurde nicht zugestellt',
      next: 'Prüfen Sie den Objektspeicher und versuchen Sie es erneut.',
    },
    batch: {
      title: 'Der Stapel lässt sich nicht rendern',
      next: 'Korrigieren Sie die aufgeführten Zeilen.',
    },
    cluster: {
      title: 'Das Projekt wurde nicht veröffentlicht',
      next: 'Prüfen Sie den Cluster in den Einstellungen und versuchen Sie es erneut.',
    },
  } as const satisfies Record<string, Words>,
  unreachable: {
    title: 'Der Dienst antwortet nicht',
    detail: 'Vielleicht startet der Dienst gerade neu. Ihre Arbeit ist sicher.',
    next: 'Warten Sie einen Moment und versuchen Sie es erneut.',
  },
  cancelled: { title: 'Abgebrochen', detail: 'Es wurde nichts geändert.', next: '' },
  unknown: {
    title: 'Etwas ist schiefgegangen',
    next: 'Versuchen Sie es erneut. Bleibt es dabei, starten Sie Scenewright neu.',
  },
} as const;
