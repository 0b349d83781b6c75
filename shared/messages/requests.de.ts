import type { JsonFaultKind } from '../lib/json-fault.ts';
import { number } from './german-numbers.ts';
import { joined, quoted } from './quoting.ts';
import type {
  OtherFileKind,
  PossibleJsonFault,
  requestMessages,
  SheetLimit,
  TableFileFault,
  tableMessages,
} from './requests.en.ts';
import type { Translation } from './translation.ts';

/** The errors of JSON, as the end of a sentence. */
const JSON_FAULT: Readonly<Record<JsonFaultKind, string>> = {
  end: 'der Text endet hier; ein Wert oder eine schließende Klammer fehlt',
  'open-text': 'das schließende Anführungszeichen dieses Textes fehlt',
  value: 'das ist kein Wert; schreiben Sie einen Text in doppelten Anführungszeichen, eine Zahl, true, false oder null',
  name: 'ein Name in doppelten Anführungszeichen fehlt',
  colon: 'der Doppelpunkt nach dem Namen fehlt',
  comma: 'ein Komma oder eine schließende Klammer fehlt',
  'trailing-comma': 'vor einer schließenden Klammer ist kein Komma erlaubt; entfernen Sie es',
  quotes: 'dieses Anführungszeichen ist nicht erlaubt; verwenden Sie das gerade, doppelte "',
  control: 'ein Text enthält einen Zeilenumbruch oder ein Steuerzeichen; schreiben Sie einen Zeilenumbruch als \\n',
  escape: 'diese Zeichenfolge mit \\ ist nicht erlaubt; schreiben Sie einen Backslash als \\\\',
  number: 'diese Zahl ist ungültig; schreiben Sie sie wie 10, -0.5 oder 1e3',
  after: 'hinter dem Ende folgt weiterer Text; fassen Sie mehrere Werte in einer Liste zusammen: [{…}, {…}]',
};

/** The problems of the fields of a request. */
export const requestMessagesDe: Translation<typeof requestMessages> = {
  'field/too-many-values': ({ field, most }) => `\`${field}\` hat mehr als ${most} Werte.`,
  'field/too-deep': ({ field, most }) => `\`${field}\` ist mehr als ${most} Ebenen tief verschachtelt.`,
  'field/long-number': ({ field, most }) =>
    `Eine Zahl in \`${field}\` hat mehr als ${most} Zeichen. Kürzen Sie sie oder senden Sie sie als Text in Anführungszeichen.`,
  'field/not-json': ({ field, fault, line, column }) =>
    `\`${field}\` ist kein JSON${jsonProblemDe({ fault, line, column })}.`,
  'body/not-json': ({ fault, line, column }) => `Der Inhalt ist kein JSON${jsonProblemDe({ fault, line, column })}.`,
  'table/not-json': ({ fault, line, column }) => `Die Tabelle ist kein JSON${jsonProblemDe({ fault, line, column })}.`,
  'field/no-object': ({ field }) => `\`${field}\` muss ein Objekt aus Namen und Werten sein.`,
  'field/more-values-than-allowed': ({ field, count, most }) =>
    `\`${field}\` hat ${count} Werte; höchstens ${most} sind erlaubt.`,
  'field/value-of-no-simple-kind': ({ name }) =>
    `Der Wert von „${name}“ muss ein Text, eine Zahl, true oder false, ein Array oder ein Objekt solcher Werte sein.`,
  'field/source-by-one-name': () => 'Senden Sie entweder `src` oder `url`.',
  'field/no-template-or-movie': () => 'Senden Sie `template` (das XML) oder `movie` (einen Namen).',
  'field/published-without-movie': () => '`published` braucht `movie` (einen Namen).',
  'field/template-and-movie': () => 'Senden Sie entweder `template` oder `movie`.',
  'field/no-such-format': ({ names }) => `Unbekanntes Format. Möglich sind ${names.join(', ')}.`,
  'field/no-such-quality': ({ names }) => `Unbekannte Qualität. Möglich sind ${names.join(', ')}.`,
  'field/no-such-encoder': ({ names }) => `Unbekannter Encoder. Möglich sind ${names.join(', ')}.`,
  'field/no-hardware-for-format': ({ format }) => `${format} hat keinen Hardware-Encoder. Lassen Sie \`encoder\` weg.`,
  'field/too-long': ({ field, most }) => `\`${field}\` darf höchstens ${most} Zeichen haben.`,
  'parameter/unused': ({ parameter, inBody }) =>
    `\`${parameter}\` ist kein Parameter dieses Aufrufs und wird nicht verwendet.${inBody ? ' Senden Sie ihn als Feld des Bodys.' : ''}`,
  'field/unused': ({ field, meant }) =>
    `\`${field}\` ist kein Feld dieses Aufrufs und wird nicht verwendet.${meant === null ? '' : ` Meinten Sie \`${meant}\`?`}`,
  'field/repeated': ({ field }) => `\`${field}\` ist mehrfach angegeben. Verwendet wird der letzte Wert.`,
  'field/no-language': ({ field }) => `\`${field}\` muss ein Sprachkürzel sein, wie \`de\` oder \`pt-BR\`.`,
  'field/no-loudness': ({ field, minimum, maximum }) =>
    `\`${field}\` muss eine Zahl von ${number(minimum)} bis ${number(maximum)} oder \`none\` sein.`,
  'field/no-byte-size': ({ field }) =>
    `\`${field}\` muss eine Größe von 1 kB bis 1000 GB sein, etwa \`8MB\`, \`8MiB\` oder \`8000000\`.`,
  'format/no-size': ({ format, names }) =>
    `${format} unterstützt keine Höchstgröße. Verwenden Sie ${names.join(', ')}.`,
  'format/no-size-by-hardware': () =>
    'Hardware-Encoder unterstützen keine Höchstgröße. Verwenden Sie den Encoder `software`.',
  'field/no-boolean': ({ field }) => `\`${field}\` muss \`true\` oder \`false\` sein.`,
  'field/no-address': ({ field }) => `\`${field}\` muss eine http- oder https-Adresse sein.`,
  'field/address-with-credentials': ({ field }) => `\`${field}\` darf weder Benutzernamen noch Passwort enthalten.`,
  'field/address-not-public': ({ field, host }) =>
    `\`${field}\` führt zu ${host}, das nicht im öffentlichen Internet liegt. Verwenden Sie eine andere Adresse, oder erlauben Sie diesen Host beim Start des Dienstes.`,
  'field/missing-or-wrong': ({ field }) => `\`${field}\` fehlt oder ist ungültig.`,
  'field/missing': ({ field }) => `\`${field}\` fehlt.`,
  'field/unknown-name': ({ field, names }) =>
    `\`${field}\` enthält einen unbekannten Namen. Möglich sind ${names.join(', ')}.`,
  'field/one-of': ({ field, names }) => `Für \`${field}\` ist nur ${names.join(', ')} möglich.`,
  'field/no-rows': ({ field, most }) => `\`${field}\` muss eine Liste von 1 bis ${most} Objekten mit Werten sein.`,
  'field/no-such-keys': () => 'Es gibt keine Schlüssel mit diesem Namen.',
  'field/no-whole-number': ({ field }) => `\`${field}\` muss eine ganze Zahl sein.`,
  'field/out-of-bounds': ({ field, minimum, maximum }) =>
    `\`${field}\` muss von ${number(minimum)} bis ${number(maximum)} sein.`,
  'field/past': ({ field }) =>
    `\`${field}\` liegt in der Vergangenheit. Senden Sie eine spätere Zeit, in Sekunden seit 1970.`,
  'range/no-range': () =>
    '`range` muss ein Objekt aus den Frames `from` (einschließlich) und `to` (ausschließlich) sein, gezählt ab 0, etwa `{"from": 0, "to": 50}`.',
  'range/empty': ({ from, to }) =>
    `Der Bereich ist leer: \`range.to\` ist ${to} und muss größer als \`range.from\` sein, also größer als ${from}.`,
  'range/end-unknown': () =>
    'Die Länge des Films ist erst bekannt, wenn seine Quellen gelesen sind. Geben Sie mit `range.to` den Frame an, vor dem der Bereich endet.',
  'range/end-behind-film': ({ length }) =>
    `Der Bereich endet nach dem Film: \`range.to\` darf höchstens ${length} sein, die Anzahl der Frames des Films.`,
  'range/start-behind-film': ({ length }) =>
    `Der Bereich beginnt nach dem Film: \`range.from\` darf höchstens ${length - 1} sein, der letzte Frame des Films.`,
  'frame/behind-film': ({ length }) => `Der Film hat ${length} Frames; \`frame\` muss kleiner als ${length} sein.`,
  'row/too-many-values': ({ row, count, most }) => `Zeile ${row} hat ${count} Werte; höchstens ${most} sind erlaubt.`,
  'field/movie-or-movies': () => 'Senden Sie entweder `movie` (einen Namen) oder `movies` (eine Liste von Namen).',
  'field/languages-or-column': () => 'Senden Sie entweder `languages` oder `languageColumn`.',
  'field/listed-twice': ({ field, name }) => `\`${field}\` nennt „${name}“ zweimal.`,
  'file-name/no-folder': () => 'Ein Ordner im Dateinamen ist leer, `.` oder `..`. Geben Sie jedem Ordner einen Namen.',
  'file-name/broken-placeholder': () => 'Schreiben Sie Platzhalter als ${name}.',
  'file-name/altered': ({ row, requested, name, isTaken }) =>
    isTaken
      ? `Zeile ${row}: Eine frühere Zeile hat den Dateinamen „${requested}“, daher heißt der Film „${name}“.`
      : `Zeile ${row}: Keine Datei kann „${requested}“ heißen, daher heißt der Film „${name}“.`,
  'file-name/more-altered': ({ more }) =>
    more === 1 ? 'Ein weiterer Film wird umbenannt.' : `${more} weitere Filme werden umbenannt.`,
  'file-name/other-format': ({ ending, format }) =>
    `Die Dateinamen enden mit „${ending}“, aber das Format der Filme ist \`${format}\`. Setzen Sie \`format\`, oder entfernen Sie die Endung.`,
  'file-name/no-column': ({ name }) => `Der Dateiname verwendet „${name}“, aber die Zeilen haben keine solche Spalte.`,
  'batch/no-language-column': ({ name }) =>
    `Die Sprache der Filme kommt aus der Spalte „${name}“, aber die Zeilen haben keine solche Spalte.`,
  'link/no-format': ({ names }) =>
    `Die Adresse muss mit einem Format enden: ${names.map((name) => `.${name}`).join(', ')}.`,
  'link/twice': ({ name }) => `\`${name}\` kommt zweimal vor.`,
  'link/no-variable': ({ name, near }) =>
    `Der Film hat keine Variable „${name}“.${near.length === 0 ? '' : ` Meinten Sie ${near.map((variable) => `„${variable}“`).join(' oder ')}?`}`,
  'link/not-of-format': ({ field, format }) => `\`${field}\` ist in einem Link zu ${format} nicht erlaubt.`,
  'link/no-frame': () => '`frame` muss eine Framenummer oder eine Zeit wie `1.5s` sein.',
  'link/no-expiry': () => '`expires` muss eine Zeit in ganzen Sekunden seit 1970 sein.',
  'link/vary-reserved': ({ name }) => `\`${name}\` ist kein Wert, deshalb darf \`vary\` es nicht enthalten.`,
  'link/values-too-long': ({ most }) => `Alle Werte zusammen dürfen höchstens ${most} Zeichen haben.`,
  'link/making': ({ most }) =>
    `${most} Filme dieses Projekts werden schon für Links gerendert. Versuchen Sie es später erneut.`,
  'link/public-address': () => 'Geben Sie nur Schema und Host ein, etwa https://films.example.',
  'link/values-a-day': ({ most }) => `Dieser Link erlaubt ${most} verschiedene Sätze von Werten pro Tag.`,
  'link/photos-a-day': ({ most }) =>
    `Dieses Formular erlaubt ${most} Fotos in 24 Stunden. Versuchen Sie es später erneut.`,
  'link/photos-full': () => 'Der Speicher für Fotos ist voll. Versuchen Sie es später erneut.',
  'link/busy': () => 'Gerade werden viele Links geprüft. Versuchen Sie es später erneut.',
  'link/frames': ({ length, most }) => `Er hat ${length} Frames; höchstens ${most} sind erlaubt.`,
  'movie/too-large-as-xml': ({ mebibytes }) => `Als XML ist dieser Film größer als ${number(mebibytes)} MiB.`,
};

/** Returns the place and the kind of an error in JSON as the end of a sentence; empty without an error. */
export function jsonProblemDe({ fault, line, column }: PossibleJsonFault): string {
  return fault === undefined ? '' : `: Zeile ${line}, Spalte ${column}: ${JSON_FAULT[fault]}`;
}

/** Problems and notes of spreadsheets. */
export const tableMessagesDe: Translation<typeof tableMessages> = {
  'sheet/xml': ({ file }) =>
    `${inQuotes(file)} darin ist kein gültiges XML. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'sheet/damaged': ({ file }) =>
    `${inQuotes(file)} darin fehlt oder ist beschädigt. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'sheet/bad-cell': ({ cell }) =>
    `Die Zelle ${cell} lässt sich nicht lesen. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'sheet/zip': () => 'Sie ist unvollständig oder beschädigt. Kopieren oder speichern Sie sie noch einmal.',
  'sheet/limit': ({ what, most, place }) =>
    `${inQuotes(place)} hat ${limitWords(what, most)}. Löschen Sie, was die Filme nicht brauchen, oder teilen Sie die Datei.`,
  'sheet/cells': ({ most, sheet, line }) =>
    `Sie hat mehr als ${number(most)} Zellen mit Inhalt (erreicht in ${sheet}, Zeile ${number(line)}). Teilen Sie die Datei.`,
  'sheet/long-cell': ({ cell, most }) =>
    `Die Zelle ${cell} hat mehr als ${number(most)} Zeichen. Kürzen Sie ihren Text.`,
  'sheet/file-size': ({ most }) => `Sie ist größer als ${number(most)} MiB. Teilen Sie die Datei.`,
  'sheet/slow': ({ seconds }) =>
    `Das Lesen hat länger als ${number(seconds)} Sekunden gedauert oder zu viel Speicher gebraucht. Löschen Sie, was die Filme nicht brauchen, oder teilen Sie die Datei.`,
  'sheet/protected': () => 'Entfernen Sie das Kennwort in der Tabellenkalkulation und speichern Sie die Datei.',
  'sheet/other-kind': ({ kind }) => `Sie ist ${KINDS[kind]}. ${ADVICE[kind] ?? USUAL_ADVICE}`,
  'sheet/no-sheets': () => 'Die Arbeitsmappe hat keine Tabellen mit Zellen.',
  'sheet/no-rows': ({ sheet }) =>
    `${inQuotes(sheet)} hat keine Zeilen unter der Kopfzeile. Wählen Sie eine andere Tabelle oder eine andere Kopfzeile.`,
  'sheet/missing': ({ name, sheets }) =>
    `Die Arbeitsmappe enthält ${inQuotes(name)} nicht. Wählen Sie ${joined(sheets.map(inQuotes), 'oder')}.`,
  'sheet/no-results': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Formel' : `${number(count)} Formeln`} von ${inQuotes(sheet)} ${count === 1 ? 'hat' : 'haben'} kein Ergebnis (zuerst ${first}); ${count === 1 ? 'die Zelle ist' : 'die Zellen sind'} leer. ` +
    'Öffnen Sie die Datei einmal in einer Tabellenkalkulation und speichern Sie sie.',
  'sheet/pictures': ({ sheet, count, first }) =>
    `Bilder in Zellen werden nicht gelesen: ${count === 1 ? 'eine Zelle' : `${number(count)} Zellen`} von ${inQuotes(sheet)} (zuerst ${first}). Schreiben Sie stattdessen die Dateinamen der Bilder.`,
  'sheet/errors': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Zelle' : `${number(count)} Zellen`} von ${inQuotes(sheet)} ${count === 1 ? 'zeigt' : 'zeigen'} einen Fehler (zuerst ${first}). Korrigieren Sie die Formel.`,
  'sheet/early-dates': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Zelle' : `${number(count)} Zellen`} von ${inQuotes(sheet)} (zuerst ${first}) ${count === 1 ? 'hat ein Datum' : 'haben Daten'} vor dem ersten Datum, das Excel anzeigt. Prüfen Sie ${count === 1 ? 'das Datum, oder geben Sie es' : 'die Daten, oder geben Sie sie'} als Text ein.`,
  'sheet/no-dates': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Zelle' : `${number(count)} Zellen`} von ${inQuotes(sheet)} (zuerst ${first}) ${count === 1 ? 'hat eine Zahl, die weder Datum noch Uhrzeit ist, und zeigt' : 'haben Zahlen, die weder Datum noch Uhrzeit sind, und zeigen'} ########. Korrigieren Sie die Zahl oder ihr Format.`,
  'sheet/leap-days': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Zelle' : `${number(count)} Zellen`} von ${inQuotes(sheet)} (zuerst ${first}) ${count === 1 ? 'hat' : 'haben'} das Datum 29. Februar 1900, das es nie gab, und ${count === 1 ? 'wird' : 'werden'} als Text gelesen. Korrigieren Sie das Datum.`,
  'sheet/unknown-format': ({ format, count, first }) =>
    `Das Zahlenformat ${inQuotes(format)} wird nicht unterstützt (${count === 1 ? 'eine Zelle' : `${number(count)} Zellen`}, zuerst ${first}); die Zahl erscheint ohne das Format.`,
  'sheet/hidden-rows': ({ sheet, count }) =>
    count === 1
      ? `Eine ausgeblendete Zeile von ${inQuotes(sheet)} wird ausgelassen.`
      : `${number(count)} ausgeblendete Zeilen von ${inQuotes(sheet)} werden ausgelassen.`,
  'sheet/merged': ({ sheet, count, first }) =>
    `${inQuotes(sheet)} hat verbundene Zellen (${number(count)}, zuerst ${first}). Nur die jeweils erste Zelle hat den Wert.`,
  'sheet/unmatched': ({ sheet, count }) =>
    count === 1
      ? `Eine Zeile von ${inQuotes(sheet)} gehört zu keiner Zeile der Tabelle und wird nicht verwendet.`
      : `${number(count)} Zeilen von ${inQuotes(sheet)} gehören zu keiner Zeile der Tabelle und werden nicht verwendet.`,
  'live/file': ({ fault, code, name = '' }) =>
    FILE_FAULTS[fault] ??
    (fault === 'missing'
      ? `Die Datei ${inQuotes(name)} gibt es nicht. Prüfen Sie ihren Namen und ihren Ordner.`
      : LOCKED_CODES.has(code)
        ? 'Ein anderes Programm wie Excel hat die Datei geöffnet, oder Sie dürfen sie nicht lesen.'
        : `Die Datei lässt sich nicht lesen (${code}).`),
  'live/imported': ({ part, name }) =>
    part === 'header'
      ? `Exportierte Projekte enthalten keine Geheimnisse; der Header ${inQuotes(name)} fehlt. Geben Sie ihn in den Einstellungen der Tabelle neu ein.`
      : `Die Datei ${inQuotes(name)} wurde auf einem anderen Computer beobachtet. Wählen Sie die Quelle in den Einstellungen der Tabelle neu aus.`,
  'live/not-https': ({ address }) =>
    `${inQuotes(address)} muss mit https beginnen, außer der Host ist erlaubt. Verwenden Sie die https-Adresse der Tabelle.`,
  'live/rows': ({ change, count, of }) =>
    `${number(count)} von ${number(of)} Zeilen ${change === 'removed' ? 'fehlen' : 'haben andere Werte'}; nichts wurde geändert. Übernehmen Sie die neue Tabelle, oder behalten Sie die alten Zeilen.`,
  'live/no-columns': ({ columns }) =>
    `Der Tabelle ${columns.length === 1 ? 'fehlt die Spalte' : 'fehlen die Spalten'} ${joined(columns.map(inQuotes), 'und')}; nichts wurde geändert. Fügen Sie ${columns.length === 1 ? 'sie' : 'die Spalten'} wieder ein, oder übernehmen Sie die neue Tabelle.`,
  'live/cell': ({ column, problem }, say) => `Spalte ${inQuotes(column)}: ${say(problem)}`,
  'live/key': ({ line, column, key, other, cell = null, otherCell = null }) =>
    key === null || other === null
      ? cell !== null
        ? `${cell} (${inQuotes(column)}) ist leer; an dieser Spalte werden die Zeilen erkannt. Füllen Sie die Zelle aus.`
        : `In Zeile ${number(line)} fehlt ${inQuotes(column)}; daran werden die Zeilen erkannt. Füllen Sie die Zelle aus.`
      : cell !== null && otherCell !== null
        ? `${line < other ? cell : otherCell} und ${line < other ? otherCell : cell} (${inQuotes(column)}) haben beide ${inQuotes(key)}; an dieser Spalte werden die Zeilen erkannt. Ändern Sie eine davon.`
        : `Die Zeilen ${number(Math.min(line, other))} und ${number(Math.max(line, other))} haben beide ${inQuotes(key)} in ${inQuotes(column)}; daran werden die Zeilen erkannt. Ändern Sie eine davon.`,
};

const FILE_FAULTS: Partial<Readonly<Record<TableFileFault, string>>> = {
  gone: 'Die Datei gibt es nicht mehr. Die Filme bleiben erhalten.',
  'no-file': 'Das ist keine Datei.',
  'no-folder':
    'Dieser Dienst hat keinen Ordner für Tabellen. Starten Sie ihn mit --tables ORDNER, oder fügen Sie die Tabelle dem Projekt hinzu.',
  'not-granted':
    'Scenewright darf diese Datei nicht beobachten. Wählen Sie sie in den Einstellungen der Tabelle neu aus.',
  outside: 'Der Name muss ein Pfad im Ordner der Tabellen sein, etwa people.csv.',
};

/** The codes of a file that another program has locked. */
const LOCKED_CODES = new Set(['EBUSY', 'EPERM', 'EACCES']);

const KINDS: Readonly<Record<OtherFileKind, string>> = {
  xls: 'eine alte Excel-Arbeitsmappe (.xls) oder eine andere Office-Datei',
  xlsb: 'eine binäre Excel-Arbeitsmappe (.xlsb)',
  numbers: 'eine Numbers-Tabelle',
  office: 'ein Office-Dokument, aber keine Tabelle',
  zip: 'eine ZIP-Datei',
  pdf: 'eine PDF-Datei',
  'web-page': 'eine HTML- oder XML-Seite',
  binary: 'eine Binärdatei',
  unknown: 'keine lesbare Tabelle',
};
const ADVICE: Partial<Readonly<Record<OtherFileKind, string>>> = {
  xls: 'Speichern Sie sie als .xlsx.',
  xlsb: 'Speichern Sie sie als .xlsx.',
  numbers: 'Exportieren Sie sie als .xlsx.',
  pdf: 'Wählen Sie die Tabelle, aus der sie erstellt wurde.',
};
const USUAL_ADVICE = 'Wählen Sie eine XLSX-, ODS-, CSV-, TSV-, JSON- oder NDJSON-Datei.';

function limitWords(what: SheetLimit['what'], most: number): string {
  switch (what) {
    case 'depth':
      return `Elemente, die mehr als ${number(most)} Ebenen tief verschachtelt sind`;
    case 'attributes':
      return `ein Element mit mehr als ${number(most)} Attributen`;
    case 'strings':
      return `mehr als ${number(most)} Zeichen Text`;
    case 'formats':
      return `mehr als ${number(most)} Zellformate`;
    case 'columns':
      return `mehr als ${number(most)} Spalten`;
    case 'rows':
      return `mehr als ${number(most)} Zeilen`;
    case 'entries':
      return `mehr als ${number(most)} Dateien oder eine Datei mit zu langem Namen`;
    case 'bytes':
    case 'all-bytes':
      return `mehr als ${number(most / 2 ** 20)} MiB entpackte Daten`;
    case 'ratio':
      return `Daten, die entpackt mehr als das ${number(most)}-Fache ihrer Größe haben`;
    default:
      return what satisfies never;
  }
}

/** Formats a name for messages: in quotation marks, with control characters escaped, shortened if it is long. */
function inQuotes(name: string): string {
  return `„${quoted(name).slice(1, -1).replaceAll('\\"', '"')}“`;
}
