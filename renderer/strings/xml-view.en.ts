import type { FixAction } from './fix-action.ts';

export const xmlViewStrings = {
  besideRefs: {
    outgoing: 'The scene before the transition.',
    incoming: 'The scene after the transition.',
  },
  editor: 'Template XML',
  resolvedText: 'Template XML with values filled in',
  values: 'Values',
  raw: 'Raw',
  resolved: 'Resolved',
  find: 'Find and replace',
  format: 'Format',
  formatXml: 'Format XML',
  needsXml: 'Show the XML first',
  reference: 'Language reference',
  atCursor: 'At the cursor',
  allElements: 'Elements and effects',
  variable: 'Variable',
  variableDoc: {
    type: 'Type',
    default: 'Default',
    sample: 'Sample',
    uses: 'Used',
    none: 'none',
    places: (count: number) => (count === 1 ? 'in 1 place' : `in ${count} places`),
    types: { media: 'media', color: 'color', time: 'time', number: 'number', boolean: 'true or false', text: 'text' },
  },
  formatBroken: 'Fix the XML first',
  compare: 'Compare with a saved revision',
  wrap: 'Wrap lines',
  foldScenes: 'Fold all scenes',
  unfold: 'Unfold all',
  more: 'More',
  problems: 'Problems',
  problemAt: (message: string, line: number, column: number) => `${message} Line ${line}, column ${column}`,
  fix: 'Quick fixes',
  noFixes: 'No quick fix here',
  fixAction: (action: FixAction): string => {
    switch (action.kind) {
      case 'change':
        return `Change to ${action.to}`;
      case 'add-attribute':
        return `Add ${action.name}="${action.value}"`;
      case 'remove-attribute':
        return `Remove ${action.name}`;
      case 'make-variable':
        return 'Make a variable';
      case 'add-default':
        return `Add default ${action.value}`;
      case 'close-element':
        return `Close ${action.name}`;
      case 'remove-closing-tag':
        return `Remove </${action.name}>`;
      default:
        return action satisfies never;
    }
  },
  required: 'required',
  defaultIs: (value: string) => (value === '' ? 'default' : `default ${value}`),
  range: (minimum: number | null, maximum: number | null) =>
    minimum !== null && maximum !== null
      ? `${minimum} to ${maximum}`
      : minimum !== null
        ? `at least ${minimum}`
        : maximum !== null
          ? `at most ${maximum}`
          : '',
  kinds: {
    integer: 'whole number',
    gain: 'factor or decibels',
    number: 'number',
    boolean: 'true or false',
    color: 'color',
    choice: 'choice',
    time: 'time',
    'frame-rate': 'frame rate',
    text: 'text',
    url: 'URL',
    asset: 'asset',
    length: 'length',
    point: 'two lengths',
    origin: 'position',
    pair: 'one or two numbers',
    edges: 'four lengths',
    padding: 'one to four lengths',
    percentages: 'two percentages',
    paint: 'color with opacity',
    background: 'color or `transparent`',
    'signed-time': 'time (may be negative)',
    'part-of-time': 'time or percentage',
    easing: 'easing',
    handle: 'true, false, or two numbers',
    outline: 'width and color',
    shadow: 'X, Y, blur, and color',
    fonts: 'fonts',
    condition: 'condition',
    cases: 'values',
    'variable-name': 'variable name',
    choices: 'values with labels',
    matrix: '12 or 20 numbers',
    gradient: 'angle and colors, such as `90, #000, #f00 30%, #fff`',
    repeat: 'whole number or `forever`',
    language: 'language tag',
    loudness: 'LUFS, or `none`',
  },
  place: (line: number, column: number) => `Ln ${line}, Col ${column}`,
  selected: (units: number) => `${units} selected`,
  goToLine: 'Go to line',
  lineOf: (total: number) => `Line, 1 to ${total}`,
  counts: (scenes: number, layers: number, effects: number) =>
    `${plural(scenes, 'scene')} · ${plural(layers, 'layer')} · ${plural(effects, 'effect')}`,
  lines: (count: number) => plural(count, 'line'),
  search: 'Find',
  replace: 'Replace',
  replaceWith: 'Replace with',
  replaceAll: 'All',
  next: 'Next match',
  previous: 'Previous match',
  matchCase: 'Match case',
  wholeWord: 'Whole words',
  regexp: 'Regular expression',
  close: 'Close',
  noMatch: 'No matches',
  matches: (current: number, total: string) => (current === 0 ? total : `${current} of ${total}`),
  badPattern: 'Not a valid regular expression',
  compareWith: 'Compare with',
  revision: (number: number, when: string) => `Revision ${number} · ${when}`,
  noRevisions: 'No earlier revisions',
  revert: 'Revert',
  revertChange: 'Revert this change',
  nextChange: 'Next change',
  previousChange: 'Previous change',
  changes: (count: number) => (count === 0 ? 'No changes' : plural(count, 'change')),
  compareFailed: 'Can’t load the revision',
  readOnly: 'Read-only',
} as const;

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
