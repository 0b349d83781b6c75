import type { BlendMode } from '../../template/values/placement.ts';
import type { Affine, Rect } from '../../timeline/layer-state.ts';
import type { Address } from '../kernels/kernels.ts';
import { type Area, BAND_ROWS, type DrawTarget, pictureTarget, type ScratchSpace, whole } from './frames.ts';
import { clearEdges, extendEdges, type PixelPicture, pixelAt, type Size, strideOf } from './picture.ts';
import {
  blendTable,
  isCopy,
  isWholeMove,
  type Lookup,
  type PixelMapping,
  type Sampling,
  type Samplings,
  sampleRow,
  samplingsOf,
} from './sampling.ts';

/** The blending of a layer's pixels with the pixels below. */
export interface Blending {
  /** The opacity, 0 to 256. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
}

/** Draws a picture. Reads only the rows and columns within `clip` that the picture covers. */
export function drawSampled(
  scratch: ScratchSpace,
  samplings: Samplings,
  blending: Blending,
  clip: Area,
  target: DrawTarget,
): void {
  const { grain } = target;
  for (let row = clip.top - (clip.top % grain); row < clip.top + clip.height; row += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, target.height - row);
    const area = coveredArea(samplings, clip, row, rows, grain);
    if (area !== null) drawBand(scratch, samplings, blending, clip, target, area);
  }
}

/** A range of pixels in a row, or a range of rows; `to` is exclusive. Empty unless `to` is greater than `from`. */
interface Span {
  from: number;
  to: number;
}

/** A shared object, which avoids an allocation per row. */
const span: Span = { from: 0, to: 0 };

/** Sets {@link span} to the pixels of row `y` that a picture covers, within the clip. */
function setSpan(clip: Area, { lookup, picture }: Sampling, y: number): void {
  span.from = clip.left;
  span.to = y < clip.top || y >= clip.top + clip.height ? clip.left : clip.left + clip.width;
  cutToPicture(span, lookup, y, picture);
}

/**
 * Returns the pixels of a band that the pictures cover, extended to multiples of the target's grain; null if there are
 * none.
 */
function coveredArea({ first, second }: Samplings, clip: Area, top: number, rows: number, grain: number): Area | null {
  let left = clip.left + clip.width;
  let right = 0;
  let upper = top + rows;
  let lower = top;
  for (let y = top; y < top + rows; y++)
    for (let sampling: Sampling | null = first; sampling !== null; sampling = sampling === first ? second : null) {
      setSpan(clip, sampling, y);
      if (span.from >= span.to) continue;
      left = Math.min(left, span.from);
      right = Math.max(right, span.to);
      upper = Math.min(upper, y);
      lower = y + 1;
    }
  if (left >= right) return null;
  left -= left % grain;
  upper -= upper % grain;
  right += right % grain;
  lower += lower % grain;
  return { left, top: upper, width: right - left, height: lower - upper };
}

function drawBand(
  scratch: ScratchSpace,
  { first, second, weight }: Samplings,
  { opacity, blendMode }: Blending,
  clip: Area,
  target: DrawTarget,
  area: Area,
): void {
  const { kernels } = scratch;
  const [pixels, others] = scratch.bands(target.width);
  const count = area.width * area.height;
  sampleArea(scratch, first, clip, area, pixels);
  if (second !== null) {
    sampleArea(scratch, second, clip, area, others);
    kernels.mix(pixels, others, weight, pixels, 4 * count);
  }
  if (opacity < 256) kernels.fade(pixels, opacity, count);
  if (blendMode !== 'normal')
    target.blend(
      pixels,
      scratch.cached(blendMode, () => blendTable(blendMode)),
      area,
    );
  target.draw(pixels, 4 * area.width, area);
}

/** Samples the pixels of an area into `to`, without gaps between rows. Pixels outside the picture are empty. */
function sampleArea(scratch: ScratchSpace, sampling: Sampling, clip: Area, area: Area, to: Address): void {
  const { left, top, width, height } = area;
  for (let y = top; y < top + height; y++) {
    const row = to + 4 * width * (y - top);
    setSpan(clip, sampling, y);
    const isReached = span.from < span.to;
    const from = isReached ? span.from : left;
    const end = isReached ? span.to : left;
    if (from > left) scratch.memory.bytes().fill(0, row, row + 4 * (from - left));
    if (isReached) sampleRow(scratch.kernels, sampling, from, y, row + 4 * (from - left), end - from);
    if (end < left + width) scratch.memory.bytes().fill(0, row + 4 * (end - left), row + 4 * width);
  }
}

/** Draws a picture directly if its pixels align with the pixels of the target. Returns whether it was drawn. */
export function drawCopy({ first: { picture, lookup } }: Samplings, target: DrawTarget): boolean {
  if (picture.kind !== 'pixels' || !isCopy(lookup)) return false;
  const left = -lookup.u / 65_536;
  const top = -lookup.v / 65_536;
  const [x, width] = alignedRange(left, picture.width, target.width, target.grain);
  const [y, height] = alignedRange(top, picture.height, target.height, target.grain);
  if (width > 0 && height > 0)
    target.draw(pixelAt(picture, x - left, y - top), strideOf(picture), { left: x, top: y, width, height });
  return true;
}

/**
 * Returns the part of a range inside the target, aligned to the grain. The aligned range exceeds the picture by at most
 * its border.
 */
function alignedRange(
  start: number,
  length: number,
  most: number,
  grain: number,
): readonly [from: number, length: number] {
  const toGrain = (place: number) => grain * Math.floor(place / grain);
  const from = toGrain(Math.max(0, start));
  return [from, -toGrain(-Math.min(most, start + length)) - from];
}

/**
 * Limits `span` to the pixels of row `y` that a picture or its border contributes to: −1 ≤ u < width and −1 ≤ v <
 * height. Changes `span` in place to avoid an allocation per row.
 */
function cutToPicture(span: Span, { u, v, du, dv, duDown, dvDown }: Lookup, y: number, picture: Size): void {
  limitSpan(span, u + y * duDown, du, picture.width);
  limitSpan(span, v + y * dvDown, dv, picture.height);
}

/** Limits the span to each x with −1 ≤ start + x step < side, in 16.16. All numbers are integers far below 2⁵³. */
function limitSpan(span: Span, start: number, step: number, side: number): void {
  const least = -65_536 - start;
  const most = side * 65_536 - 1 - start;
  if (step === 0) {
    if (least > 0 || most < 0) span.to = span.from;
    return;
  }
  span.from = Math.max(span.from, Math.ceil((step > 0 ? least : most) / step));
  span.to = Math.min(span.to, Math.floor((step > 0 ? most : least) / step) + 1);
}

type WindowPlacing = Omit<PixelMapping, 'box'> & { readonly window: Rect };

const PLAIN: Blending = { opacity: 256, blendMode: 'normal' };
/** The largest side of an intermediate picture, in pixels. */
const MAX_SIDE = 8192;

/**
 * Draws the part of a picture that is visible in a window, with sharp edges. A box on whole pixels is drawn directly,
 * and any other box through an intermediate picture.
 */
export function drawWindow(
  scratch: ScratchSpace,
  picture: PixelPicture,
  placing: WindowPlacing,
  blending: Blending,
  target: DrawTarget,
): void {
  const { matrix, size } = placing;
  if (isWholeMove(matrix) && Number.isInteger(size.width) && Number.isInteger(size.height)) {
    const box = intersection({ left: matrix.e, top: matrix.f, ...size }, target);
    drawExtended(scratch, samplingsOf(picture, placing, scratch.pictures), blending, box, target);
    return;
  }
  const scale = Math.max(1, Math.hypot(matrix.a, matrix.b), Math.hypot(matrix.c, matrix.d));
  const pixels = (side: number) => Math.max(1, Math.min(MAX_SIDE, Math.round(side * scale)));
  const windowPicture = scratch.pictures.create({ width: pixels(size.width), height: pixels(size.height) });
  const scaled: Affine = {
    a: windowPicture.width / size.width,
    b: 0,
    c: 0,
    d: windowPicture.height / size.height,
    e: 0,
    f: 0,
  };
  const into = pictureTarget(scratch.kernels, windowPicture);
  drawExtended(
    scratch,
    samplingsOf(picture, { ...placing, matrix: scaled }, scratch.pictures),
    PLAIN,
    whole(into),
    into,
  );
  const placed = samplingsOf(windowPicture, { ...placing, window: null }, scratch.pictures);
  if (placed !== null) drawSampled(scratch, placed, blending, whole(target), target);
  scratch.pictures.release(windowPicture);
}

/** Draws pictures whose edge pixels are repeated outside. */
function drawExtended(
  scratch: ScratchSpace,
  samplings: Samplings | null,
  blending: Blending,
  clip: Area,
  target: DrawTarget,
): void {
  if (samplings === null) return;
  for (const picture of drawnFrom(samplings)) extendEdges(scratch.memory, picture);
  drawSampled(scratch, samplings, blending, clip, target);
  for (const picture of drawnFrom(samplings)) clearEdges(scratch.memory, picture);
}

function drawnFrom({ first, second }: Samplings): readonly PixelPicture[] {
  return [first, second].flatMap((sampling) => (sampling?.picture.kind === 'pixels' ? [sampling.picture] : []));
}

/** Returns the intersection of a target and a rectangle of whole pixels. */
function intersection({ left, top, width, height }: Area, target: DrawTarget): Area {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return {
    left: x,
    top: y,
    width: Math.max(0, Math.min(target.width, left + width) - x),
    height: Math.max(0, Math.min(target.height, top + height) - y),
  };
}
