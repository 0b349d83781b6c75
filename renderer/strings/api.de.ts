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
      title: 'Der Arbeitsbereich nimmt keine Änderungen an',
      next: 'Starten Sie Scenewright neu: Beim Start wird der Datenträger geprüft.',
    },
    'storage/busy': {
      title: 'Der Arbeitsbereich ist beschäftigt',
      next: 'Versuchen Sie es in einem Moment noch einmal.',
    },
    'storage/lost': {
      title: 'Eine Datei ist verloren',
      next: 'Sie ist weder im Arbeitsbereich noch im Objektspeicher. Laden oder rendern Sie sie noch einmal.',
    },
    'storage/away': {
      title: 'Der Objektspeicher ist nicht zu erreichen',
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
    'request/timeout': { title: 'Die Übertragung ist stehen geblieben', next: 'Versuchen Sie es erneut.' },
    'request/too-large': {
      title: 'Das ist zu groß',
      next: 'Große Medien lassen sich als Datei hochladen: Legen Sie sie hier ab.',
    },
    'access/credentials': {
      title: 'Sie sind abgemeldet',
      next: 'Öffnen Sie noch einmal die Adresse, die der Dienst ausgegeben hat.',
    },
    'access/too-many': {
      title: 'Zu viel auf einmal',
      next: 'Warten Sie, bis etwas fertig ist, und versuchen Sie es dann erneut.',
    },
    'project/not-found': { title: 'Das Projekt gibt es nicht mehr', next: 'Kehren Sie zu den Projekten zurück.' },
    'project/invalid-name': { title: 'Dieser Name ist nicht möglich', next: 'Wählen Sie einen anderen Namen.' },
    'asset/not-found': {
      title: 'Die Mediendatei gibt es nicht mehr',
      next: 'Sie wurde gelöscht oder umbenannt. Laden Sie sie erneut hoch oder nehmen Sie eine andere.',
    },
    'asset/exists': {
      title: 'Der Name ist vergeben',
      next: 'Wählen Sie einen anderen Namen oder ersetzen Sie die Datei.',
    },
    'asset/invalid-name': { title: 'Dieser Name ist nicht möglich', next: 'Wählen Sie einen anderen Namen.' },
    'asset/precondition': {
      title: 'Die Mediendatei wurde inzwischen geändert',
      next: 'Sehen Sie sie noch einmal an und wiederholen Sie den Schritt.',
    },
    'upload/expired': { title: 'Das Hochladen ist abgelaufen', next: 'Laden Sie die Datei erneut hoch.' },
    'upload/not-found': { title: 'Das Hochladen gibt es nicht mehr', next: 'Laden Sie die Datei erneut hoch.' },
    'upload/digest': { title: 'Daten wurden unterwegs beschädigt', next: 'Versuchen Sie es erneut.' },
    'bundle/unreadable': {
      title: 'Das ist kein vollständiges Paket',
      next: 'Kopieren oder laden Sie die Datei erneut, oder exportieren Sie das Projekt noch einmal.',
    },
    'bundle/newer': { title: 'Das Paket stammt aus einer neueren Version', next: '' },
    'bundle/digest': {
      title: 'Das Paket ist beschädigt',
      next: 'Kopieren oder laden Sie es erneut, oder exportieren Sie das Projekt noch einmal.',
    },
    'bundle/limit': { title: 'Das Paket ist zu groß', next: 'Teilen Sie das Projekt in kleinere auf.' },
    'design/exists': {
      title: 'Ein Design dieses Namens gibt es schon',
      next: 'Wählen Sie einen anderen Namen, oder ersetzen Sie es.',
    },
    'design/shipped': { title: 'So heißt ein mitgeliefertes Design', next: 'Wählen Sie einen anderen Namen.' },
    'template/invalid': {
      title: 'Die Vorlage hat Fehler',
      next: 'Berichtigen Sie die markierten Zeilen und speichern Sie erneut.',
    },
    'template/too-slow': {
      title: 'Die Vorlage zu lesen dauerte zu lange',
      next: 'Machen Sie sie kleiner, oder teilen Sie sie auf.',
    },
    'table/unreadable': {
      title: 'Die Tabelle lässt sich nicht lesen',
      next: 'Speichern Sie sie in ihrem Programm noch einmal.',
    },
    'table/kind': {
      title: 'Die Datei ist keine Tabelle',
      next: 'Wählen Sie eine XLSX-, ODS-, CSV-, TSV-, JSON- oder NDJSON-Datei.',
    },
    'table/too-large': { title: 'Die Tabelle ist zu groß', next: 'Teilen Sie sie auf.' },
    'table/too-slow': {
      title: 'Die Tabelle zu lesen dauert zu lange',
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
      title: 'Die Vorlage wurde anderswo gespeichert',
      next: 'Vergleichen Sie beide; behalten Sie dann Ihre oder übernehmen Sie die andere.',
    },
    'brand/precondition': {
      title: 'Die Marke wurde anderswo geändert',
      next: 'Sie sehen jetzt die andere. Machen Sie Ihre Änderung noch einmal.',
    },
    'render/format-unavailable': {
      title: 'Dieses Format lässt sich hier nicht erzeugen',
      next: 'Wählen Sie ein anderes Format.',
    },
    'render/invalid': {
      title: 'Der Film lässt sich noch nicht rendern',
      next: 'Berichtigen Sie, was aufgeführt ist, und rendern Sie erneut.',
    },
    'format/size-target': {
      title: 'Der Film passt nicht in diese Größe',
      next: 'Erlauben Sie eine größere Datei, kürzen Sie den Film oder verkleinern Sie das Bild.',
    },
    'render/memory': {
      title: 'Der Film ist zu groß für diesen Rechner',
      next: 'Rendern Sie ihn kleiner, in einem anderen Format oder auf einem Rechner mit mehr Speicher.',
    },
    'ffmpeg/memory': {
      title: 'Der Arbeitsspeicher reichte nicht',
      next: 'Rendern Sie ihn kleiner oder in einem anderen Format, oder schließen Sie andere Programme.',
    },
    'ffmpeg/not-found': {
      title: 'FFmpeg wurde nicht gefunden',
      next: 'Geben Sie in den Einstellungen an, wo es liegt.',
    },
  } as const satisfies Partial<Record<ErrorCode, Words>>,
  families: {
    ffmpeg: { title: 'FFmpeg ist gescheitert', next: 'Das Protokoll sagt, wo es stehen geblieben ist.' },
    storage: {
      title: 'Mit dem Arbeitsbereich stimmt etwas nicht',
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
    access: { title: 'Der Dienst hat abgelehnt', next: 'Prüfen Sie die Adresse und die Zugangsdaten.' },
    project: { title: 'Das Projekt ist nicht benutzbar', next: 'Kehren Sie zu den Projekten zurück.' },
    asset: {
      title: 'Die Mediendatei ist nicht benutzbar',
      next: 'Sehen Sie sie noch einmal an und wiederholen Sie den Schritt.',
    },
    upload: { title: 'Das Hochladen ist gescheitert', next: 'Versuchen Sie es erneut.' },
    bundle: {
      title: 'Das Paket ist nicht benutzbar',
      next: 'Exportieren Sie das Projekt noch einmal mit „Exportieren…“.',
    },
    design: {
      title: 'Das Design ist nicht verwendbar',
      next: 'Sehen Sie die Designs noch einmal an und wiederholen Sie den Schritt.',
    },
    movie: { title: 'Der Film ist nicht benutzbar', next: 'Speichern Sie seine Vorlage noch einmal.' },
    template: { title: 'Die Vorlage ist nicht benutzbar', next: 'Öffnen Sie sie noch einmal.' },
    render: {
      title: 'Das Rendern ist gescheitert',
      next: 'Sehen Sie ins Protokoll und versuchen Sie es erneut.',
    },
    destination: {
      title: 'Der Film wurde nicht abgeliefert',
      next: 'Prüfen Sie den Objektspeicher und versuchen Sie es erneut.',
    },
    batch: {
      title: 'Der Stapel lässt sich nicht rendern',
      next: 'Berichtigen Sie die Zeilen, die aufgeführt sind.',
    },
    cluster: {
      title: 'Das Projekt wurde nicht veröffentlicht',
      next: 'Prüfen Sie den Cluster in den Einstellungen und versuchen Sie es erneut.',
    },
  } as const satisfies Record<string, Words>,
  unreachable: {
    title: 'Der Dienst antwortet nicht',
    detail: 'Vielleicht startet er gerade neu. Nichts geht verloren.',
    next: 'Warten Sie einen Moment und versuchen Sie es erneut.',
  },
  cancelled: { title: 'Abgebrochen', detail: 'Es wurde nichts geändert.', next: '' },
  unknown: {
    title: 'Etwas ist schiefgegangen',
    next: 'Versuchen Sie es erneut. Bleibt es dabei, starten Sie Scenewright neu.',
  },
} as const;
