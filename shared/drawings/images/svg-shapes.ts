import type { SvgElement } from './svg-elements.ts';

/** The size of a shape in its own units, and the lengths of its segments. */
export interface ShapeReach {
  readonly width: number;
  readonly height: number;
  /** The number of lines and curves. */
  readonly segments: number;
  /** The total length of all segments. */
  readonly length: number;
  /** The sum of the heights of all segments. */
  readonly rise: number;
}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[a-z]/gi;
/** Matches a flag of an arc, which is a single digit without a separator (SVG 2, 9.3.9), or the next command. */
const FLAG = /[01]|[a-z]/gi;
/** The maximum length of path data that is parsed. A longer path is assumed to cover the whole drawing. */
const MAX_PARSED_LENGTH = 2 ** 20;

/** Returns the size and the segments of a shape; null for other elements. Relative lengths are fractions of `whole`. */
export function shapeReach(element: SvgElement, whole: number): ShapeReach | null {
  const number = (name: string, fallback = 0) => lengthOf(element.attributes.get(name), whole, fallback);
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

/** The number of arguments per segment of each command, and the indexes of the coordinates of its end point. */
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
/** The number of lines into which the SVG renderer divides an arc or a curve. */
const LINES_PER_CURVE = 8;

function pathReach(data: string, whole: number): ShapeReach {
  if (data.length > MAX_PARSED_LENGTH) {
    const segments = data.length / 4;
    return { width: whole, height: whole, segments, length: segments * whole, rise: segments * whole };
  }
  let [x, y, left, top, right, bottom, segments, length, rise] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [isFirst, command] = [true, 'M'];
  let numbers: number[] = [];
  const take = (): void => {
    const { toX, toY, bulge, beyond } = stepOf(command, numbers, [x, y], whole);
    if (command.toUpperCase() !== 'M') {
      segments += numbers.length > 2 ? LINES_PER_CURVE : 1;
      length += Math.min(whole, Math.hypot(toX - x, toY - y) + bulge + beyond);
      rise += Math.min(whole, Math.abs(toY - y) + bulge + beyond);
    }
    [x, y] = [toX, toY];
    if (isFirst) [left, top, right, bottom, isFirst] = [x, y, x, y, false];
    left = Math.min(left, x - bulge);
    top = Math.min(top, y - bulge);
    right = Math.max(right, x + bulge);
    bottom = Math.max(bottom, y + bulge);
    numbers = [];
  };
  for (let at = 0; ; ) {
    const pattern = command.toUpperCase() === 'A' && (numbers.length === 3 || numbers.length === 4) ? FLAG : NUMBER;
    pattern.lastIndex = at;
    const word = pattern.exec(data)?.[0];
    if (word === undefined) break;
    at = pattern.lastIndex;
    if (/^[a-z]/i.test(word)) {
      [command, numbers] = [word, []];
      continue;
    }
    numbers.push(Number(word));
    if (numbers.length === (COMMANDS[command.toUpperCase()]?.[0] ?? 1)) take();
  }
  return { width: right - left, height: bottom - top, segments, length, rise };
}

/**
 * Returns the end point of a segment, and how far the segment extends beyond its ends: the handles of a curve, or the
 * radii of an arc.
 */
function stepOf(
  command: string,
  numbers: readonly number[],
  [x, y]: readonly [number, number],
  whole: number,
): { readonly toX: number; readonly toY: number; readonly bulge: number; readonly beyond: number } {
  const [, across, down] = COMMANDS[command.toUpperCase()] ?? [1, null, null];
  const isRelative = command !== command.toUpperCase();
  const toX = across === null ? x : (numbers[across] ?? 0) + (isRelative ? x : 0);
  const toY = down === null ? y : (numbers[down] ?? 0) + (isRelative ? y : 0);
  if (command.toUpperCase() === 'A') {
    const radius = Math.max(Math.abs(numbers[0] ?? 0), Math.abs(numbers[1] ?? 0));
    const bulge = Math.min(whole, 2 * radius);
    if (bulge > 0) return { toX, toY, bulge, beyond: 0 };
  }
  const handles = numbers.length > 2 ? Math.max(...numbers.map(Math.abs)) : 0;
  const beyond = isRelative ? handles : Math.max(0, handles - Math.max(Math.abs(x), Math.abs(y)));
  return { toX, toY, bulge: 0, beyond };
}

/** Returns a length in pixels. Lengths in other units are approximate. */
export function lengthOf(text: string | undefined, whole: number, fallback: number): number {
  if (text === undefined) return fallback;
  const amount = Number.parseFloat(text);
  if (Number.isNaN(amount)) return fallback;
  if (text.endsWith('%')) return (Math.abs(amount) / 100) * whole;
  return /(?:in|cm|pc|em)$/.test(text) ? Math.abs(amount) * 40 : Math.abs(amount) * (/mm$/.test(text) ? 4 : 1);
}

/** Estimates by which factor a `transform` enlarges an element. Ignores skewing. */
export function enlargement(transform: string | undefined): number {
  let scale = 1;
  for (const [, name = '', list = ''] of (transform ?? '').matchAll(/(matrix|scale)\s*\(([^()]*)\)/g)) {
    const numbers = list
      .split(/[\s,]+/)
      .filter((item) => item !== '')
      .map(Number);
    const [a = 1, b = name === 'scale' ? a : 0, c = 0, d = 1] = numbers;
    const factor = name === 'scale' ? Math.max(Math.abs(a), Math.abs(b)) : Math.max(Math.hypot(a, b), Math.hypot(c, d));
    scale *= Number.isFinite(factor) ? factor : 1;
  }
  return scale;
}

/** The cost per pixel of each kind of filter step, in addition to the cost of any step. */
const STEPS: Readonly<Record<string, number>> = {
  feGaussianBlur: 50,
  feDropShadow: 60,
  feTurbulence: 150,
  feSpecularLighting: 60,
  feDiffuseLighting: 60,
  feImage: 40,
  feDisplacementMap: 60,
};
/** The cost per pixel of a filter function, such as a shadow. */
export const FUNCTION_COST = 60;
/** The largest blur in pixels. */
const MAX_BLUR = 10_000;

/** Counts the functions in a `filter`. */
export function functionsIn(filter: string): number {
  return filter
    .split('(')
    .slice(0, -1)
    .filter((name) => !name.endsWith('url')).length;
}

/**
 * The number of pixels per unit of length in filter steps on each axis, and the longer side of the drawing in pixels.
 */
export interface StepUnits {
  readonly across: number;
  readonly down: number;
  readonly most: number;
}

/** Returns whether a filter function or a filter step has a blur larger than any picture. */
export function hasUnboundedBlur(
  filter: string,
  steps: readonly SvgElement[],
  scale: number,
  units: StepUnits,
): boolean {
  const isBeyond = (text: string, unit: number) =>
    [...text.matchAll(/[\d.]+(?:e[+-]?\d+)?/gi)].some(([number]) => Number(number) * unit > MAX_BLUR);
  const unit = Math.max(units.across, units.down);
  return (
    (functionsIn(filter) > 0 && isBeyond(filter, scale)) ||
    steps.some(({ attributes }) => isBeyond(attributes.get('stdDeviation') ?? '', unit))
  );
}

/** Returns the cost per pixel of a step, in addition to the cost of any step. */
export function stepCost(step: SvgElement, { across, down, most }: StepUnits): number {
  const number = (name: string, fallback: number) => lengthOf(step.attributes.get(name), 1, fallback);
  const fallback = STEPS[step.name] ?? 0;
  switch (step.name) {
    case 'feTurbulence':
      return fallback * Math.max(1, number('numOctaves', 1));
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
      return fallback;
  }
}

/** Costs in nanoseconds, measured with resvg. Unless noted, they are per pixel. */
export const COST = {
  /** The cost per character of the file. */
  character: 25,
  element: 1500,
  letter: 25_000,
  /** The cost of each row that an edge crosses. */
  row: 60,
  /** The cost of each edge. */
  segment: 120,
  dash: 500,
  /** The cost per dash length and per reading of the list. */
  dashLength: 50,
  fill: 0.6,
  /** The cost that replaces `fill` for gradients and patterns. */
  shader: 12,
  stop: 0.4,
  /** The cost per stop and use of a gradient, in addition to the cost of its pixels. */
  stopOfUse: 200,
  layer: 10,
  mask: 16,
  picture: 15,
  /** The costs per pixel of a lossless picture with 8 bits and with 16 bits. */
  losslessPicture: 30,
  deepPicture: 60,
  step: 45,
  rule: 1000,
  match: 30,
  /**
   * The cost per declaration and per character of its style, because the SVG renderer scans the whole style for each
   * declaration.
   */
  declaration: 0.8,
  /** The cost per declaration of a rule and per matching element. */
  applied: 50,
  /** The cost per element and per ancestor, because the SVG renderer searches all ancestors for inherited values. */
  depth: 30,
} as const;

/** Attributes that children inherit. */
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
/** Elements that are not drawn where they are defined. */
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
