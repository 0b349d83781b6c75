import { inPixels, type Point } from '../../template/values/lengths.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import { drawSampled } from '../pixels/draw-layer.ts';
import { pictureTarget, type ScratchSpace, whole } from '../pixels/frames.ts';
import { type PixelPicture, pixelAt, type Size, type SolidPicture, strideOf } from '../pixels/picture.ts';
import { samplingsOf } from '../pixels/sampling.ts';

/** How many pixels of a picture there are for one of the film. */
export interface Scale {
  readonly across: number;
  readonly down: number;
}

/** How many pixels are added at each side; below 0, cut off. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const NO_MARGINS: Margins = { left: 0, top: 0, right: 0, bottom: 0 };

/** Of a picture that effects enlarge; what lies beyond is not made. */
const LARGEST_SIDE = 8192;

/** How many of so many pixels can be added at each of two opposite sides. */
export function spaceBeside(side: number, requested: number): number {
  return Math.max(0, Math.min(requested, Math.floor((LARGEST_SIDE - side) / 2)));
}

/** A new picture with pixels added or cut off; what is added is empty. The layer's box stays where it is in what is seen. */
export function reshaped(room: ScratchSpace, picture: PixelPicture, margins: Margins): PixelPicture {
  const result = emptyAround(room, picture, margins, picture.isOpaque);
  const { left, top } = margins;
  const from = { x: Math.max(0, -left), y: Math.max(0, -top) };
  const width = Math.min(picture.width - from.x, result.width - Math.max(0, left));
  const height = Math.min(picture.height - from.y, result.height - Math.max(0, top));
  for (let y = 0; y < height; y++) {
    const at = pixelAt(picture, from.x, from.y + y);
    room.memory.bytes().copyWithin(pixelAt(result, from.x + left, from.y + top + y), at, at + 4 * width);
  }
  return result;
}

/** An empty picture of the size that another would have, with its box. */
export function emptyAround(
  { pictures }: ScratchSpace,
  { width, height, box }: PixelPicture,
  { left, top, right, bottom }: Margins,
  isOpaque: boolean,
): PixelPicture {
  const size = { width: Math.max(1, width + left + right), height: Math.max(1, height + top + bottom) };
  return pictures.create(size, { isOpaque, box: { ...box, left: box.left + left, top: box.top + top } });
}

/** A colour as a picture of that many pixels. */
export function rasterized({ pictures, kernels }: ScratchSpace, solid: SolidPicture): PixelPicture {
  const [y, cb, cr, opacity] = solid.color;
  const whole = (side: number) => Math.max(1, Math.round(side));
  const size = { width: whole(solid.width), height: whole(solid.height) };
  const picture = pictures.create(size, { isOpaque: opacity === 255 });
  const weighted = (value: number) => Math.round((value * opacity) / 255);
  const color = weighted(y) | (weighted(cb) << 8) | (weighted(cr) << 16) | (opacity << 24);
  for (let row = 0; row < picture.height; row++) {
    const { width, height } = picture;
    kernels.sampleSolid(color, width, height, 0, row * 65_536, 65_536, 0, pixelAt(picture, 0, row), width);
  }
  return picture;
}

/** Less than any rounding of a side. */
const ALMOST = 1e-9;

/** The box that holds a picture of that size, turned by an angle in degrees. */
export function turnedSize({ width, height }: Size, angle: number): Size {
  const { cosine, sine } = turnOf(angle);
  const side = (one: number, other: number) => Math.max(1, Math.abs(one) + Math.abs(other));
  return { width: side(width * cosine, height * sine), height: side(width * sine, height * cosine) };
}

/**
 * A picture turned clockwise around its box's middle: a new one whose box holds the old one, and which is as large as what
 * lies beside the box needs. Nothing is in its corners.
 * @param size The layer's own, in pixels of the film.
 */
export function turned(
  room: ScratchSpace,
  picture: PixelPicture,
  size: Size,
  angle: number,
  { across, down }: Scale,
): PixelPicture {
  const { cosine, sine } = turnOf(angle);
  const { box } = picture;
  // Of the picture's pixels, which need not be squares.
  const [b, c] = [(sine * down) / across, (-sine * across) / down];
  const grown = turnedSize(size, angle);
  const [width, height] = [grown.width * across, grown.height * down];
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const placed: Affine = {
    a: cosine,
    b,
    c,
    d: cosine,
    e: width / 2 - cosine * x - c * y,
    f: height / 2 - b * x - cosine * y,
  };
  const { left, top, right, bottom } = reachOf(placed, picture);
  const margin = {
    left: spaceBeside(Math.ceil(width), Math.ceil(-left - ALMOST)),
    top: spaceBeside(Math.ceil(height), Math.ceil(-top - ALMOST)),
    right: spaceBeside(Math.ceil(width), Math.ceil(right - Math.ceil(width) - ALMOST)),
    bottom: spaceBeside(Math.ceil(height), Math.ceil(bottom - Math.ceil(height) - ALMOST)),
  };
  const result = room.pictures.create(
    {
      width: margin.left + Math.ceil(width - ALMOST) + margin.right,
      height: margin.top + Math.ceil(height - ALMOST) + margin.bottom,
    },
    { isOpaque: picture.isOpaque && isRightAngle(angle), box: { left: margin.left, top: margin.top, width, height } },
  );
  const matrix: Affine = { ...placed, e: placed.e + margin.left, f: placed.f + margin.top };
  const all = { ...picture, box: { left: 0, top: 0, width: picture.width, height: picture.height } };
  const samplings = samplingsOf(all, { matrix, window: null, size: picture }, room.pictures);
  const target = pictureTarget(room.kernels, result);
  if (samplings !== null) drawSampled(room, samplings, { opacity: 256, blendMode: 'normal' }, whole(target), target);
  return result;
}

/** Exact at right angles, where a picture only changes its sides. */
function turnOf(angle: number): { readonly cosine: number; readonly sine: number } {
  const radians = ((angle % 360) * Math.PI) / 180;
  const exact = (value: number) => (Math.abs(value - Math.round(value)) < ALMOST ? Math.round(value) : value);
  return { cosine: exact(Math.cos(radians)), sine: exact(Math.sin(radians)) };
}

function isRightAngle(angle: number): boolean {
  return angle % 90 === 0;
}

/** Where a picture's corners come to lie. */
function reachOf({ a, b, c, d, e, f }: Affine, { width, height }: Size) {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const;
  const across = corners.map(([x, y]) => a * x + c * y + e);
  const down = corners.map(([x, y]) => b * x + d * y + f);
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across),
    bottom: Math.max(...down),
  };
}

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

/**
 * A picture by the plane mapping that takes its box's corners to others: a new one with the same box, as large as what lies
 * beside it needs. It is empty where the corners span nothing.
 */
export function projected(
  room: ScratchSpace,
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
    spaceBeside(side, Math.ceil(-Math.min(0, ...values) - ALMOST)),
    spaceBeside(side, Math.ceil(Math.max(side, ...values) - side - ALMOST)),
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
  room: ScratchSpace,
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
    if (
      count === 1 ||
      (start !== null && end !== null && isStraightSpan(start, readAt(first + (count - 1) / 2), end))
    ) {
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

function isStraightSpan(start: Place, middle: Place | null, end: Place): boolean {
  if (middle === null) return false;
  const [x, y] = [(start.x + end.x) / 2 - middle.x, (start.y + end.y) / 2 - middle.y];
  return Math.abs(x) < STRAIGHT && Math.abs(y) < STRAIGHT;
}
