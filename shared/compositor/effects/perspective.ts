import { inPixels, type Point } from '../../template/values/lengths.ts';
import type { PixelPicture, Size } from '../pictures/picture.ts';
import { pixelAt, strideOf } from '../pictures/pictures.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { emptyAround, roomBeside, type Scale } from './reshape.ts';

/** Where the corners of a box go, from its upper left one. */
export interface Corners {
  readonly upperleft: Point;
  readonly upperright: Point;
  readonly lowerleft: Point;
  readonly lowerright: Point;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** x' = (m₀ x + m₁ y + m₂) ÷ w and y' = (m₃ x + m₄ y + m₅) ÷ w, w = m₆ x + m₇ y + m₈. */
type Projection = readonly [number, number, number, number, number, number, number, number, number];

/** In pixels: spans of a row in which the way is straighter than that are read in one go. */
const STRAIGHT = 1 / 64;
const ALMOST = 1e-9;

/**
 * A picture by the plane mapping that takes its box's corners to others: a new one with the same box, as large as what lies
 * beside it needs. It is empty where the corners span nothing.
 */
export function projected(
  room: DrawingRoom,
  picture: PixelPicture,
  size: Size,
  corners: Corners,
  { across, down }: Scale,
): PixelPicture {
  const { box } = picture;
  const placeOf = (point: Point): Place => ({
    x: box.left + inPixels(point.across, size.width) * across,
    y: box.top + inPixels(point.down, size.height) * down,
  });
  const quad = [corners.upperleft, corners.upperright, corners.lowerright, corners.lowerleft].map(placeOf);
  const beyond = (values: readonly number[], side: number) => [
    roomBeside(side, Math.ceil(-Math.min(0, ...values) - ALMOST)),
    roomBeside(side, Math.ceil(Math.max(side, ...values) - side - ALMOST)),
  ];
  const [left = 0, right = 0] = beyond(
    quad.map(({ x }) => x),
    picture.width,
  );
  const [top = 0, bottom = 0] = beyond(
    quad.map(({ y }) => y),
    picture.height,
  );
  const result = emptyAround(room, picture, { left, top, right, bottom }, false);
  const forward = toQuad(
    quad.map(({ x, y }) => ({ x: x + left, y: y + top })),
    box,
  );
  const back = forward === null ? null : inverseOf(forward);
  if (back === null) return result;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const halvings = halvingsAt(back, applied(forward ?? back, middle));
  const source = room.pictures.halved(picture, halvings);
  for (let y = 0; y < result.height; y++) drawRow(room, source, back, 2 ** halvings, result, y);
  return result;
}

/** From a box to a quadrilateral (Heckbert 1989, 2.2.3); null where its corners lie on a line. */
function toQuad(quad: readonly Place[], { left, top, width, height }: PixelPicture['box']): Projection | null {
  const [a, b, c, d] = quad;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const [dx3, dy3] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(determinant) < ALMOST) return null;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  const ofUnit = [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ];
  const rows = [0, 3, 6].flatMap((row) => {
    const [p = 0, q = 0, r = 0] = ofUnit.slice(row, row + 3);
    return [p / width, q / height, r - (p * left) / width - (q * top) / height];
  });
  return rows as unknown as Projection;
}

function inverseOf([a, b, c, d, e, f, g, h, i]: Projection): Projection | null {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  if (!(Math.abs(determinant) > ALMOST)) return null;
  // Divided, so that what lies before the eye has a w above 0, as it has on the way there.
  const all = [A, c * h - b * i, b * f - c * e, B, a * i - c * g, c * d - a * f, C, b * g - a * h, a * e - b * d];
  return all.map((each) => each / determinant) as unknown as Projection;
}

function applied([a, b, c, d, e, f, g, h, i]: Projection, { x, y }: Place): Place {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** How often a picture is halved: as often as it is shrunk to half around a place. */
function halvingsAt(back: Projection, { x, y }: Place): number {
  const [here, right, below] = [
    applied(back, { x, y }),
    applied(back, { x: x + 1, y }),
    applied(back, { x, y: y + 1 }),
  ];
  const area = Math.abs((right.x - here.x) * (below.y - here.y) - (right.y - here.y) * (below.x - here.x));
  return Math.max(0, Math.min(12, Math.floor(Math.log2(Math.sqrt(area)))));
}

function drawRow(
  room: DrawingRoom,
  source: PixelPicture,
  back: Projection,
  unit: number,
  into: PixelPicture,
  y: number,
) {
  const [, , , , , , g, h, i] = back;
  /** Where a pixel of the row is read, from the middle of the source's first pixel; null where it is not to be seen. */
  const readAt = (x: number): Place | null => {
    const place = { x: x + 0.5, y: y + 0.5 };
    if (!(g * place.x + h * place.y + i > ALMOST)) return null;
    const found = applied(back, place);
    const [u, v] = [found.x / unit - 0.5, found.y / unit - 0.5];
    return u >= -1 && u < source.width && v >= -1 && v < source.height ? { x: u, y: v } : null;
  };
  const fixed = (value: number, side: number) =>
    Math.max(-65_536, Math.min(65_536 * side - 1, Math.floor(65_536 * value)));
  const draw = (first: number, count: number): void => {
    const [start, end] = [readAt(first), readAt(first + count - 1)];
    if (count === 1 && start === null) return;
    if (count === 1 || (start !== null && end !== null && isStraight(start, readAt(first + (count - 1) / 2), end))) {
      if (start === null || end === null) return;
      const [u, v] = [fixed(start.x, source.width), fixed(start.y, source.height)];
      const step = (from: number, to: number) => (count === 1 ? 0 : Math.trunc((to - from) / (count - 1)));
      const [du, dv] = [step(u, fixed(end.x, source.width)), step(v, fixed(end.y, source.height))];
      const [from, to] = [pixelAt(source, 0, 0), pixelAt(into, first, y)];
      room.kernels.sample(from, strideOf(source), u, v, du, dv, to, count);
      return;
    }
    const half = count >> 1;
    draw(first, half);
    draw(first + half, count - half);
  };
  for (let x = 0; x < into.width; x += SPAN) draw(x, Math.min(SPAN, into.width - x));
}

const SPAN = 16;

function isStraight(start: Place, middle: Place | null, end: Place): boolean {
  if (middle === null) return false;
  const [x, y] = [(start.x + end.x) / 2 - middle.x, (start.y + end.y) / 2 - middle.y];
  return Math.abs(x) < STRAIGHT && Math.abs(y) < STRAIGHT;
}
