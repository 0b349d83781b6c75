import type { SvgElement } from './svg-elements.ts';

/** How far a shape reaches in its own units, and what drawing its edges takes. */
export interface ShapeReach {
  readonly width: number;
  readonly height: number;
  /** Lines and curves. */
  readonly segments: number;
  /** Of all of them together: how far they go, and how far up and down. */
  readonly length: number;
  readonly rise: number;
}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[a-z]/gi;
/** SVG 2, 9.3.9: the two flags of an arc are a figure each, which nothing need stand between. */
const FLAG = /[01]|[a-z]/gi;
/** Of a path with more characters its reach is not looked for: it is taken for one that reaches everywhere. */
const MOST_READ = 2 ** 20;

/** The reach of a shape; null of an element that is none. Lengths that are not numbers of pixels count as the whole. */
export function shapeReach(element: SvgElement, whole: number): ShapeReach | null {
  const number = (name: string, usual = 0) => lengthOf(element.attributes.get(name), whole, usual);
  switch (element.name) {
    case 'rect':
    case 'image':
      return boxReach(
        number('width', element.name === 'image' ? whole : 0),
        number('height', element.name === 'image' ? whole : 0),
        4,
      );
    case 'circle':
      return boxReach(2 * number('r'), 2 * number('r'), 16);
    case 'ellipse':
      return boxReach(2 * number('rx'), 2 * number('ry'), 16);
    case 'line': {
      const [across, down] = [Math.abs(number('x2') - number('x1')), Math.abs(number('y2') - number('y1'))];
      return { width: across, height: down, segments: 1, length: across + down, rise: down };
    }
    case 'polygon':
    case 'polyline':
      return pathReach(`M${element.attributes.get('points') ?? ''}`, whole);
    case 'path':
      return pathReach(element.attributes.get('d') ?? '', whole);
    default:
      return null;
  }
}

function boxReach(width: number, height: number, segments: number): ShapeReach {
  return { width, height, segments, length: 2 * (width + height), rise: 2 * height };
}

/** How many numbers make a segment, and which of them are the end of it. */
const COMMANDS: Readonly<Record<string, readonly [count: number, x: number | null, y: number | null]>> = {
  M: [2, 0, 1],
  L: [2, 0, 1],
  T: [2, 0, 1],
  H: [1, 0, null],
  V: [1, null, 0],
  C: [6, 4, 5],
  S: [4, 2, 3],
  Q: [4, 2, 3],
  A: [7, 5, 6],
};
/** Of an arc or a curve, as lines: what whoever draws makes of them. */
const CURVED = 8;

function pathReach(data: string, whole: number): ShapeReach {
  if (data.length > MOST_READ) {
    const segments = data.length / 4;
    return { width: whole, height: whole, segments, length: segments * whole, rise: segments * whole };
  }
  let [x, y, left, top, right, bottom, segments, length, rise] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [isFirst, command] = [true, 'M'];
  let held: number[] = [];
  const take = (): void => {
    const { toX, toY, bulge, beyond } = stepOf(command, held, [x, y], whole);
    if (command.toUpperCase() !== 'M') {
      segments += held.length > 2 ? CURVED : 1;
      length += Math.min(whole, Math.hypot(toX - x, toY - y) + bulge + beyond);
      rise += Math.min(whole, Math.abs(toY - y) + bulge + beyond);
    }
    [x, y] = [toX, toY];
    if (isFirst) [left, top, right, bottom, isFirst] = [x, y, x, y, false];
    left = Math.min(left, x - bulge);
    top = Math.min(top, y - bulge);
    right = Math.max(right, x + bulge);
    bottom = Math.max(bottom, y + bulge);
    held = [];
  };
  for (let at = 0; ; ) {
    const pattern = command.toUpperCase() === 'A' && (held.length === 3 || held.length === 4) ? FLAG : NUMBER;
    pattern.lastIndex = at;
    const word = pattern.exec(data)?.[0];
    if (word === undefined) break;
    at = pattern.lastIndex;
    if (/^[a-z]/i.test(word)) {
      [command, held] = [word, []];
      continue;
    }
    held.push(Number(word));
    if (held.length === (COMMANDS[command.toUpperCase()]?.[0] ?? 1)) take();
  }
  return { width: right - left, height: bottom - top, segments, length, rise };
}

/** Where a segment leads, and how far it reaches beyond its ends: curves by their handles, arcs by their radii. */
function stepOf(
  command: string,
  held: readonly number[],
  [x, y]: readonly [number, number],
  whole: number,
): { readonly toX: number; readonly toY: number; readonly bulge: number; readonly beyond: number } {
  const [, across, down] = COMMANDS[command.toUpperCase()] ?? [1, null, null];
  const isRelative = command !== command.toUpperCase();
  const toX = across === null ? x : (held[across] ?? 0) + (isRelative ? x : 0);
  const toY = down === null ? y : (held[down] ?? 0) + (isRelative ? y : 0);
  if (command.toUpperCase() === 'A') {
    const radius = Math.max(Math.abs(held[0] ?? 0), Math.abs(held[1] ?? 0));
    const bulge = Math.min(whole, 2 * radius);
    if (bulge > 0) return { toX, toY, bulge, beyond: 0 };
  }
  const handles = held.length > 2 ? Math.max(...held.map(Math.abs)) : 0;
  const beyond = isRelative ? handles : Math.max(0, handles - Math.max(Math.abs(x), Math.abs(y)));
  return { toX, toY, bulge: 0, beyond };
}

/** A length in pixels; those of other units, about. */
export function lengthOf(text: string | undefined, whole: number, usual: number): number {
  if (text === undefined) return usual;
  const amount = Number.parseFloat(text);
  if (Number.isNaN(amount)) return usual;
  if (text.endsWith('%')) return (Math.abs(amount) / 100) * whole;
  return /(?:in|cm|pc|em)$/.test(text) ? Math.abs(amount) * 40 : Math.abs(amount) * (/mm$/.test(text) ? 4 : 1);
}

/** By how much a `transform` enlarges, at most. */
export function enlargement(transform: string | undefined): number {
  let scale = 1;
  for (const [, name = '', list = ''] of (transform ?? '').matchAll(/(matrix|scale)\s*\(([^()]*)\)/g)) {
    const numbers = list
      .split(/[\s,]+/)
      .filter((each) => each !== '')
      .map(Number);
    const [a = 1, b = name === 'scale' ? a : 0, c = 0, d = 1] = numbers;
    const factor = name === 'scale' ? Math.max(Math.abs(a), Math.abs(b)) : Math.max(Math.hypot(a, b), Math.hypot(c, d));
    scale *= Number.isFinite(factor) ? factor : 1;
  }
  return scale;
}

/** Of the steps of filters, beside what each takes. */
const STEPS: Readonly<Record<string, number>> = {
  feGaussianBlur: 50,
  feDropShadow: 60,
  feTurbulence: 150,
  feSpecularLighting: 60,
  feDiffuseLighting: 60,
  feImage: 40,
  feDisplacementMap: 60,
};
/** Of a step that is written as a function, such as a shadow, in a pixel. */
export const FUNCTION_COST = 60;
/** Pixels that anything is blurred over. */
const MOST_BLUR = 10_000;

/** How many steps a `filter` names by functions. */
export function functionsIn(filter: string): number {
  return filter
    .split('(')
    .slice(0, -1)
    .filter((name) => !name.endsWith('url')).length;
}

/** Pixels of one unit of length in the steps of a filter, and of the longer side of the drawing. */
export interface StepUnits {
  readonly across: number;
  readonly down: number;
  readonly most: number;
}

/** Whether a function or a step blurs over more pixels than any picture has. */
export function blursWithoutEnd(
  filter: string,
  steps: readonly SvgElement[],
  scale: number,
  units: StepUnits,
): boolean {
  const isBeyond = (text: string, unit: number) =>
    [...text.matchAll(/[\d.]+(?:e[+-]?\d+)?/gi)].some(([each]) => Number(each) * unit > MOST_BLUR);
  const unit = Math.max(units.across, units.down);
  return (
    (functionsIn(filter) > 0 && isBeyond(filter, scale)) ||
    steps.some(({ attributes }) => isBeyond(attributes.get('stdDeviation') ?? '', unit))
  );
}

/** The cost of one step in a pixel, in addition to the cost that every step has. */
export function stepCost(step: SvgElement, { across, down, most }: StepUnits): number {
  const number = (name: string, usual: number) => lengthOf(step.attributes.get(name), 1, usual);
  const usual = STEPS[step.name] ?? 0;
  switch (step.name) {
    case 'feTurbulence':
      return usual * Math.max(1, number('numOctaves', 1));
    case 'feMorphology': {
      const [first = 0, second = first] = (step.attributes.get('radius') ?? '0')
        .trim()
        .split(/[\s,]+/)
        .map(Number.parseFloat);
      const reach = (radius: number, unit: number) => 2 * Math.min(most, radius * unit || 0) + 1;
      return 5 * reach(first, across) * reach(second, down);
    }
    case 'feConvolveMatrix':
      return 8 * number('order', 3) ** 2;
    case 'feMerge':
      return step.children.length * COST.layer;
    default:
      return usual;
  }
}

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
