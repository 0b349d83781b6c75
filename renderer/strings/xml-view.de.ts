import type { FixAction } from './fix-action.ts';

export const xmlViewStrings = {
  besideRefs: { outgoing: 'Die Szene vor dem Übergang.', incoming: 'Die Szene nach dem Übergang.' },
  editor: 'XML der Vorlage',
  resolvedText: 'XML der Vorlage mit eingesetzten Werten',
  values: 'Werte',
  raw: 'Roh',
  resolved: 'Eingesetzt',
  find: 'Suchen und ersetzen',
  format: 'Formatieren',
  formatXml: 'XML formatieren',
  needsXml: 'Zeigen Sie zuerst das XML',
  reference: 'Referenz der Sprache',
  atCursor: 'Am Cursor',
  allElements: 'Elemente und Effekte',
  variable: 'Variable',
  variableDoc: {
    type: 'Art',
    default: 'Standardwert',
    sample: 'Beispielwert',
    uses: 'Verwendet',
    none: 'keiner',
    places: (count: number) => (count === 1 ? 'an einer Stelle' : `an ${count} Stellen`),
    types: {
      media: 'Medien',
      color: 'Farbe',
      time: 'Zeit',
      number: 'Zahl',
      boolean: 'true oder false',
      text: 'Text',
    },
  },
  formatBroken: 'Beheben Sie zuerst die Fehler im XML',
  compare: 'Mit einer gespeicherten Revision vergleichen',
  wrap: 'Zeilen umbrechen',
  foldScenes: 'Alle Szenen einklappen',
  unfold: 'Alles ausklappen',
  more: 'Mehr',
  problems: 'Probleme',
  problemAt: (message: string, line: number, column: number) => `${message} Zeile ${line}, Spalte ${column}`,
  fix: 'Schnelle Korrekturen',
  noFixes: 'Hier gibt es keine schnelle Korrektur',
  fixAction: (action: FixAction): string => {
    switch (action.kind) {
      case 'change':
        return `In ${action.to} ändern`;
      case 'add-attribute':
        return `${action.name}="${action.value}" hinzufügen`;
      case 'remove-attribute':
        return `${action.name} entfernen`;
      case 'make-variable':
        return 'Zur Variablen machen';
      case 'add-default':
        return `Standardwert ${action.value} hinzufügen`;
      case 'close-element':
        return `${action.name} schließen`;
      case 'remove-closing-tag':
        return `</${action.name}> entfernen`;
      default:
        return action satisfies never;
    }
  },
  required: 'erforderlich',
  defaultIs: (value: string) => (value === '' ? 'Standard' : `Standard ${value}`),
  range: (minimum: number | null, maximum: number | null) =>
    minimum !== null && maximum !== null
      ? `${minimum} bis ${maximum}`
      : minimum !== null
        ? `mindestens ${minimum}`
        : maximum !== null
          ? `höchstens ${maximum}`
          : '',
  kinds: {
    integer: 'ganze Zahl',
    gain: 'Faktor oder Dezibel',
    number: 'Zahl',
    boolean: 'true oder false',
    color: 'Farbe',
    choice: 'Auswahl',
    time: 'Zeit',
    'frame-rate': 'Bildrate',
    text: 'Text',
    url: 'URL',
    asset: 'Mediendatei',
    length: 'Länge',
    point: 'zwei Längen',
    origin: 'Ort',
    pair: 'eine oder zwei Zahlen',
    edges: 'vier Längen',
    padding: 'ein bis vier Längen',
    percentages: 'zwei Prozentwerte',
    paint: 'Farbe mit Deckkraft',
    background: 'Farbe oder `transparent`',
    'signed-time': 'Zeit, auch negativ',
    'part-of-time': 'Zeit oder Prozentwert',
    easing: 'Tempokurve',
    handle: 'true, false oder zwei Zahlen',
    outline: 'Breite und Farbe',
    shadow: 'X, Y, Unschärfe und Farbe',
    fonts: 'Schriften',
    condition: 'Bedingung',
    cases: 'Werte',
    'variable-name': 'Variablenname',
    choices: 'Werte mit Beschriftungen',
    matrix: '12 oder 20 Zahlen',
    gradient: 'Winkel und Farben, etwa `90, #000, #f00 30%, #fff`',
    repeat: 'ganze Zahl oder `forever`',
    language: 'Sprachkürzel',
    loudness: 'LUFS oder `none`',
  },
  place: (line: number, column: number) => `Z ${line}, Sp ${column}`,
  selected: (units: number) => `${units} ausgewählt`,
  goToLine: 'Gehe zu Zeile',
  lineOf: (total: number) => `Zeile, 1 bis ${total}`,
  counts: (scenes: number, layers: number, effects: number) =>
    `${counted(scenes, 'Szene', 'Szenen')} · ${counted(layers, 'Ebene', 'Ebenen')} · ${counted(effects, 'Effekt', 'Effekte')}`,
  lines: (count: number) => counted(count, 'Zeile', 'Zeilen'),
  search: 'Suchen',
  replace: 'Ersetzen',
  replaceWith: 'Ersetzen durch',
  replaceAll: 'Alle',
  next: 'Nächster Treffer',
  previous: 'Vorheriger Treffer',
  matchCase: 'Groß- und Kleinschreibung beachten',
  wholeWord: 'Ganze Wörter',
  regexp: 'Regulärer Ausdruck',
  close: 'Schließen',
  noMatch: 'Kein Treffer',
  matches: (current: number, total: string) => (current === 0 ? total : `${current} von ${total}`),
  badPattern: 'Kein gültiger regulärer Ausdruck',
  compareWith: 'Vergleichen mit',
  revision: (number: number, when: string) => `Revision ${number} · ${when}`,
  noRevisions: 'Keine früheren Revisionen',
  revert: 'Rückgängig',
  revertChange: 'Diese Änderung rückgängig machen',
  nextChange: 'Nächste Änderung',
  previousChange: 'Vorherige Änderung',
  changes: (count: number) => (count === 0 ? 'Keine Änderungen' : counted(count, 'Änderung', 'Änderungen')),
  compareFailed: 'Die Revision lässt sich nicht laden',
  readOnly: 'Schreibgeschützt',
} as const;

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
