import { number } from './german-numbers.ts';
import { joined, quoted } from './quoting.ts';
import type { OtherFileKind, SheetLimit, tableMessages } from './tables.en.ts';
import type { Translation } from './translation.ts';

/** Problems and notes of spreadsheets. */
export const tableMessagesDe: Translation<typeof tableMessages> = {
  'sheet/xml': ({ file }) =>
    `${quoted(file)} darin ist kein gültiges XML. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'sheet/damaged': ({ file }) =>
    `${quoted(file)} darin fehlt oder ist beschädigt. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'sheet/bad-cell': ({ cell }) =>
    `Die Zelle ${cell} lässt sich nicht lesen. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.`,
  'sheet/zip': () => 'Sie ist unvollständig oder beschädigt. Kopieren oder speichern Sie sie noch einmal.',
  'sheet/limit': ({ what, most, place }) =>
    `${quoted(place)} hat ${limitWords(what, most)}. Löschen Sie, was die Filme nicht brauchen, oder teilen Sie die Datei.`,
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
    `${quoted(sheet)} hat keine Zeilen unter der Kopfzeile. Wählen Sie eine andere Tabelle oder eine andere Kopfzeile.`,
  'sheet/missing': ({ name, sheets }) =>
    `Die Arbeitsmappe hat kein ${quoted(name)}. Wählen Sie ${joined(sheets.map(quoted), 'oder')}.`,
  'sheet/no-results': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Formel' : `${number(count)} Formeln`} von ${quoted(sheet)} ${count === 1 ? 'hat' : 'haben'} kein Ergebnis (zuerst ${first}); ${count === 1 ? 'die Zelle ist' : 'die Zellen sind'} leer. ` +
    'Öffnen Sie die Datei einmal in einer Tabellenkalkulation und speichern Sie sie.',
  'sheet/pictures': ({ sheet, count, first }) =>
    `Bilder in Zellen werden nicht gelesen: ${count === 1 ? 'eine Zelle' : `${number(count)} Zellen`} von ${quoted(sheet)} (zuerst ${first}). Schreiben Sie stattdessen die Dateinamen der Bilder.`,
  'sheet/errors': ({ sheet, count, first }) =>
    `${count === 1 ? 'Eine Zelle' : `${number(count)} Zellen`} von ${quoted(sheet)} ${count === 1 ? 'zeigt' : 'zeigen'} einen Fehler (zuerst ${first}). Korrigieren Sie die Formel.`,
  'sheet/unknown-format': ({ format, count, first }) =>
    `Das Zahlenformat ${quoted(format)} wird nicht unterstützt (${count === 1 ? 'eine Zelle' : `${number(count)} Zellen`}, zuerst ${first}); die Zahl erscheint ohne das Format.`,
  'sheet/hidden-rows': ({ sheet, count }) =>
    count === 1
      ? `Eine ausgeblendete Zeile von ${quoted(sheet)} wird ausgelassen.`
      : `${number(count)} ausgeblendete Zeilen von ${quoted(sheet)} werden ausgelassen.`,
  'sheet/merged': ({ sheet, count, first }) =>
    `${quoted(sheet)} hat verbundene Zellen (${number(count)}, zuerst ${first}). Nur die jeweils erste Zelle hat den Wert.`,
  'sheet/unmatched': ({ sheet, count }) =>
    count === 1
      ? `Eine Zeile von ${quoted(sheet)} gehört zu keiner Zeile der Tabelle und wird nicht verwendet.`
      : `${number(count)} Zeilen von ${quoted(sheet)} gehören zu keiner Zeile der Tabelle und werden nicht verwendet.`,
};

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
  pdf: 'Wählen Sie die Tabelle, aus der sie entstanden ist.',
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
