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
  fill: 0.6,
  /** In place of one colour. */
  shader: 12,
  stop: 0.3,
  layer: 10,
  mask: 16,
  picture: 15,
  step: 45,
  rule: 20_000,
  match: 30,
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
