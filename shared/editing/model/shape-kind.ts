import type { Box } from '../../template/movie/movie.ts';
import type { Outline } from '../../template/values/svg-path.ts';

/** The kinds of shapes. A shape without a name has its kind as title. */
export type ShapeKind =
  | 'rectangle'
  | 'ellipse'
  | 'line'
  | 'triangle'
  | 'hexagon'
  | 'star'
  | 'arrow'
  | 'polygon'
  | 'path';

/** A rectangle counts as a line if its shorter side is at most this fraction of the longer side. */
const LINE_SHARE = 1 / 20;
/** The maximum thickness of a line in pixels if its length is in percent. */
const LINE_PIXELS = 12;
/** The maximum ratio of a star's inner radius to its outer radius. */
const STAR_FACTOR = 0.85;

/** Returns the kind of a shape's outline; `path` for an outline with curves or several parts. */
export function shapeKind(outline: Outline, box: Box): ShapeKind {
  switch (outline.kind) {
    case 'rectangle':
      return isLine(box) ? 'line' : 'rectangle';
    case 'ellipse':
      return 'ellipse';
    case 'path': {
      const corners = cornersIn(outline.data);
      return corners === null ? 'path' : kindOfPolygon(corners);
    }
    default:
      return outline satisfies never;
  }
}

function isLine({ width, height }: Box): boolean {
  if (width === null || height === null) return false;
  if (width.unit !== height.unit) {
    const pixels = width.unit === 'px' ? width.amount : height.amount;
    return pixels <= LINE_PIXELS;
  }
  const [short, long] = [Math.min(width.amount, height.amount), Math.max(width.amount, height.amount)];
  return width.unit === 'px' && short <= long * LINE_SHARE;
}

type Corner = readonly [x: number, y: number];

/** Returns the corners of a single closed polygon, such as `M 0 0 L 9 0 L 0 9 Z`; null for other paths. */
function cornersIn(data: string): readonly Corner[] | null {
  const number = String.raw`-?(?:\d+\.?\d*|\.\d+)`;
  const point = String.raw`\s*(${number})[\s,]+(${number})\s*`;
  if (!new RegExp(`^\\s*M${point}(?:L${point})+Z\\s*$`).test(data)) return null;
  const numbers = [...data.matchAll(new RegExp(number, 'g'))].map(Number);
  return numbers.flatMap((x, at): readonly Corner[] => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []));
}

function kindOfPolygon(corners: readonly Corner[]): ShapeKind {
  const inward = inwardCorners(corners);
  if (corners.length === 3) return 'triangle';
  if (isUpright(corners)) return 'rectangle';
  if (corners.length === 6 && inward === 0) return 'hexagon';
  if (corners.length === 7 && inward === 2) return 'arrow';
  return isStar(corners) ? 'star' : 'polygon';
}

/** Checks for a rectangle whose sides are horizontal and vertical. */
function isUpright(corners: readonly Corner[]): boolean {
  return (
    corners.length === 4 &&
    corners.every(([x, y], at) => {
      const [nextX, nextY] = corners[(at + 1) % 4] ?? [x, y];
      return (x === nextX) !== (y === nextY);
    })
  );
}

/** Returns whether the distances of the corners from the middle alternate between long and short. */
function isStar(corners: readonly Corner[]): boolean {
  if (corners.length < 8 || corners.length % 2 !== 0) return false;
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / corners.length);
  const distances = corners.map(([x, y]) => Math.hypot(x - (middle[0] ?? 0), y - (middle[1] ?? 0)));
  const [even, odd] = [0, 1].map((first) => distances.filter((_, at) => at % 2 === first));
  const isInside = (inner: readonly number[] = [], outer: readonly number[] = []) =>
    Math.max(...inner) < Math.min(...outer) * STAR_FACTOR;
  return corners.length <= MAX_CORNERS && (isInside(even, odd) || isInside(odd, even));
}

/** The maximum number of corners of a star. Traced pictures have more. */
const MAX_CORNERS = 200;

/** Returns the number of corners that turn against the direction of the outline. */
function inwardCorners(corners: readonly Corner[]): number {
  const turnDirections = corners.map(([x, y], at) => {
    const [beforeX, beforeY] = corners.at(at - 1) ?? [x, y];
    const [nextX, nextY] = corners[(at + 1) % corners.length] ?? [x, y];
    return Math.sign((x - beforeX) * (nextY - y) - (y - beforeY) * (nextX - x));
  });
  const [right, left] = [1, -1].map((direction) => turnDirections.filter((turn) => turn === direction).length);
  return Math.min(right ?? 0, left ?? 0);
}
