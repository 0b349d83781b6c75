/** Nanoseconds, measured with resvg; what is not said is of a pixel. */
export const COST = {
  /** Of a character of the file, and of an element each time that it is used. */
  character: 25,
  element: 1500,
  letter: 25_000,
  /** Of a line in each row that it goes through, and beside that. */
  row: 60,
  segment: 120,
  dash: 500,
  /** Of a length of dashes, each time that they are read. */
  dashLength: 50,
  fill: 0.6,
  /** In place of one colour. */
  shader: 12,
  stop: 0.4,
  /** Of a stop each time that its gradient is used, beside its pixels. */
  stopOfUse: 200,
  layer: 10,
  mask: 16,
  picture: 15,
  /** Of a pixel of a picture without loss, of eight bits or of sixteen. */
  losslessPicture: 30,
  deepPicture: 60,
  step: 45,
  rule: 1000,
  match: 30,
  /** Of a declaration, for each character that its style has: whoever draws goes over all of them for each. */
  declaration: 0.8,
  /** Of a declaration of a rule, for each element that it holds for. */
  applied: 50,
  /** Of an element, for each that it is in: what it inherits is looked for in all of them. */
  depth: 30,
} as const;

/** What of an element holds for those in it, too. */
export const INHERITED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'marker-start',
  'marker-mid',
  'marker-end',
  'marker',
];
/** What draws nothing where it stands. */
export const NOT_DRAWN = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
  'style',
  'script',
  'title',
  'desc',
  'metadata',
  'foreignObject',
]);
