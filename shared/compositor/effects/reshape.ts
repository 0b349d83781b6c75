import { inPixels, type Point } from '../../template/values/lengths.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import { drawSampled } from '../pixels/draw-layer.ts';
import { pictureTarget, type ScratchSpace, whole } from '../pixels/frames.ts';
import { type PixelPicture, pixelAt, type Size, type SolidPicture, strideOf } from '../pixels/picture.ts';
import { samplingsOf } from '../pixels/sampling.ts';

/** Picture pixels per pixel of the film. */
export interface Scale {
  readonly across: number;
  readonly down: number;
}

/** The number of pixels to add at each side; a negative number cuts pixels off. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const NO_MARGINS: Margins = { left: 0, top: 0, right: 0, bottom: 0 };

/** The largest side, in pixels, of a picture that effects enlarge. Pixels beyond it are cut off. */
const MAX_SIDE = 8192;

/** Returns how many of the requested pixels fit at each of two opposite sides. */
export function marginBeside(side: number, requested: number): number {
  return Math.max(0, Math.min(requested, Math.floor((MAX_SIDE - side) / 2)));
}

/**
 * Returns a new picture with pixels added or cut off. Added pixels are empty. The layer's box moves with its content.
 */
export function reshaped(scratch: ScratchSpace, picture: PixelPicture, margins: Margins): PixelPicture {
  const result = emptyAround(scratch, picture, margins, picture.isOpaque);
  const { left, top } = margins;
  const from = { x: Math.max(0, -left), y: Math.max(0, -top) };
  const width = Math.min(picture.width - from.x, result.width - Math.max(0, left));
  const height = Math.min(picture.height - from.y, result.height - Math.max(0, top));
  for (let y = 0; y < height; y++) {
    const at = pixelAt(picture, from.x, from.y + y);
    scratch.memory.bytes().copyWithin(pixelAt(result, from.x + left, from.y + top + y), at, at + 4 * width);
  }
  return result;
}

/** Returns an empty picture with the margins added, and with the box of the original. */
export function emptyAround(
  { pictures }: ScratchSpace,
  { width, height, box }: PixelPicture,
  { left, top, right, bottom }: Margins,
  isOpaque: boolean,
): PixelPicture {
  const size = { width: Math.max(1, width + left + right), height: Math.max(1, height + top + bottom) };
  return pictures.create(size, { isOpaque, box: { ...box, left: box.left + left, top: box.top + top } });
}

/** Converts a solid color to a picture. */
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

/** The tolerance for rounding errors in the length of a side. */
const TOLERANCE = 1e-9;

/** Returns the bounding box of a picture rotated by an angle in degrees. */
export function rotatedSize({ width, height }: Size, angle: number): Size {
  const { cosine, sine } = rotationOf(angle);
  const side = (one: number, other: number) => Math.max(1, Math.abs(one) + Math.abs(other));
  return { width: side(width * cosine, height * sine), height: side(width * sine, height * cosine) };
}

/**
 * Rotates a picture clockwise around the center of its box. Returns a new picture. Its box contains the rotated box,
 * and it has space for pixels beyond the box. The corners are empty.
 * @param size The layer's own size in pixels of the film.
 */
export function rotated(
  scratch: ScratchSpace,
  picture: PixelPicture,
  size: Size,
  angle: number,
  { across, down }: Scale,
): PixelPicture {
  const { cosine, sine } = rotationOf(angle);
  const { box } = picture;
  // Shear factors in picture pixels, which are not necessarily square.
  const [b, c] = [(sine * down) / across, (-sine * across) / down];
  const grown = rotatedSize(size, angle);
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
  const { left, top, right, bottom } = boundsOf(placed, picture);
  const margin = {
    left: marginBeside(Math.ceil(width), Math.ceil(-left - TOLERANCE)),
    top: marginBeside(Math.ceil(height), Math.ceil(-top - TOLERANCE)),
    right: marginBeside(Math.ceil(width), Math.ceil(right - Math.ceil(width) - TOLERANCE)),
    bottom: marginBeside(Math.ceil(height), Math.ceil(bottom - Math.ceil(height) - TOLERANCE)),
  };
  const result = scratch.pictures.create(
    {
      width: margin.left + Math.ceil(width - TOLERANCE) + margin.right,
      height: margin.top + Math.ceil(height - TOLERANCE) + margin.bottom,
    },
    { isOpaque: picture.isOpaque && isRightAngle(angle), box: { left: margin.left, top: margin.top, width, height } },
  );
  const matrix: Affine = { ...placed, e: placed.e + margin.left, f: placed.f + margin.top };
  const all = { ...picture, box: { left: 0, top: 0, width: picture.width, height: picture.height } };
  const samplings = samplingsOf(all, { matrix, window: null, size: picture }, scratch.pictures);
  const target = pictureTarget(scratch.kernels, result);
  if (samplings !== null) drawSampled(scratch, samplings, { opacity: 256, blendMode: 'normal' }, whole(target), target);
  return result;
}

/**
 * Returns the cosine and the sine of an angle in degrees. They are exact for multiples of 90°, so such a rotation moves
 * whole pixels.
 */
function rotationOf(angle: number): { readonly cosine: number; readonly sine: number } {
  const radians = ((angle % 360) * Math.PI) / 180;
  const exact = (value: number) => (Math.abs(value - Math.round(value)) < TOLERANCE ? Math.round(value) : value);
  return { cosine: exact(Math.cos(radians)), sine: exact(Math.sin(radians)) };
}

function isRightAngle(angle: number): boolean {
  return angle % 90 === 0;
}

/** Returns the bounds of a transformed picture. */
function boundsOf({ a, b, c, d, e, f }: Affine, { width, height }: Size) {
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

/** The positions of a box's corners, relative to its upper left corner. */
export interface Corners {
  readonly upperleft: Point;
  readonly upperright: Point;
  readonly lowerleft: Point;
  readonly lowerright: Point;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/** A projection: x' = (m₀ x + m₁ y + m₂) ÷ w and y' = (m₃ x + m₄ y + m₅) ÷ w, where w = m₆ x + m₇ y + m₈. */
type Projection = readonly [number, number, number, number, number, number, number, number, number];

/** The maximum deviation from a straight line, in pixels, of a row span that one call samples. */
const MAX_DEVIATION = 1 / 64;

/**
 * Maps a picture by the projection that moves the corners of its box to other positions. Returns a new picture with the
 * same box and with space for pixels outside it. The picture is empty if the corners enclose no area.
 */
export function projected(
  scratch: ScratchSpace,
  picture: PixelPicture,
  size: Size,
  corners: Corners,
  { across, down }: Scale,
): PixelPicture {
  const { box } = picture;
  const positionOf = (point: Point): Position => ({
    x: box.left + inPixels(point.across, size.width) * across,
    y: box.top + inPixels(point.down, size.height) * down,
  });
  const quad = [corners.upperleft, corners.upperright, corners.lowerright, corners.lowerleft].map(positionOf);
  const beyond = (values: readonly number[], side: number) => [
    marginBeside(side, Math.ceil(-Math.min(0, ...values) - TOLERANCE)),
    marginBeside(side, Math.ceil(Math.max(side, ...values) - side - TOLERANCE)),
  ];
  const [left = 0, right = 0] = beyond(
    quad.map(({ x }) => x),
    picture.width,
  );
  const [top = 0, bottom = 0] = beyond(
    quad.map(({ y }) => y),
    picture.height,
  );
  const result = emptyAround(scratch, picture, { left, top, right, bottom }, false);
  const forward = toQuad(
    quad.map(({ x, y }) => ({ x: x + left, y: y + top })),
    box,
  );
  const back = forward === null ? null : inverseOf(forward);
  if (back === null) return result;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const halvings = halvingsAt(back, project(forward ?? back, middle));
  const source = scratch.pictures.halved(picture, halvings);
  for (let y = 0; y < result.height; y++) drawRow(scratch, source, back, 2 ** halvings, result, y);
  return result;
}

/** Returns the projection of a box to a quadrilateral (Heckbert 1989, 2.2.3); null if its corners lie on a line. */
function toQuad(quad: readonly Position[], { left, top, width, height }: PixelPicture['box']): Projection | null {
  const [a, b, c, d] = quad;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const [dx3, dy3] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(determinant) < TOLERANCE) return null;
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
  if (!(Math.abs(determinant) > TOLERANCE)) return null;
  // Divide by the determinant. This makes w positive for points in front of the viewer, as in the forward
  // projection.
  const all = [A, c * h - b * i, b * f - c * e, B, a * i - c * g, c * d - a * f, C, b * g - a * h, a * e - b * d];
  return all.map((number) => number / determinant) as unknown as Projection;
}

function project([a, b, c, d, e, f, g, h, i]: Projection, { x, y }: Position): Position {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** Returns how often a picture is halved before sampling, from the scale at a position. */
function halvingsAt(back: Projection, { x, y }: Position): number {
  const [here, right, below] = [
    project(back, { x, y }),
    project(back, { x: x + 1, y }),
    project(back, { x, y: y + 1 }),
  ];
  const area = Math.abs((right.x - here.x) * (below.y - here.y) - (right.y - here.y) * (below.x - here.x));
  return Math.max(0, Math.min(12, Math.floor(Math.log2(Math.sqrt(area)))));
}

function drawRow(
  scratch: ScratchSpace,
  source: PixelPicture,
  back: Projection,
  unit: number,
  into: PixelPicture,
  y: number,
) {
  const [, , , , , , g, h, i] = back;
  /**
   * Returns the source position of pixel `x` of the row, relative to the center of the source's first pixel; null if
   * the pixel is not visible.
   */
  const readAt = (x: number): Position | null => {
    const position = { x: x + 0.5, y: y + 0.5 };
    if (!(g * position.x + h * position.y + i > TOLERANCE)) return null;
    const sourcePoint = project(back, position);
    const [u, v] = [sourcePoint.x / unit - 0.5, sourcePoint.y / unit - 0.5];
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
      scratch.kernels.sample(from, strideOf(source), u, v, du, dv, to, count);
      return;
    }
    const half = count >> 1;
    draw(first, half);
    draw(first + half, count - half);
  };
  for (let x = 0; x < into.width; x += SPAN) draw(x, Math.min(SPAN, into.width - x));
}

const SPAN = 16;

function isStraightSpan(start: Position, middle: Position | null, end: Position): boolean {
  if (middle === null) return false;
  const [x, y] = [(start.x + end.x) / 2 - middle.x, (start.y + end.y) / 2 - middle.y];
  return Math.abs(x) < MAX_DEVIATION && Math.abs(y) < MAX_DEVIATION;
}
