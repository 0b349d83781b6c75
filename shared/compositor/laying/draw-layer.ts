import type { BlendMode } from '../../template/values/blend-mode.ts';
import type { Address } from '../kernels/kernels.ts';
import { pixelAt, strideOf } from '../pictures/pictures.ts';
import { BAND_ROWS, type DrawingRoom } from '../pictures/room.ts';
import type { Area, Target } from '../pictures/target.ts';
import { blendTable } from './blend-tables.ts';
import { isCopy } from './placement.ts';
import { type Sampling, type Samplings, sampleRow } from './sampling.ts';
import { cutToPicture, type Span } from './spans.ts';

/** How a layer's pixels become one with those beneath. */
export interface Laying {
  /** 0 to 256. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
}

/**
 * Draws a picture: of the target only those rows and columns are visited that it may reach, and none outside of `clip`.
 */
export function drawSampled(room: DrawingRoom, samplings: Samplings, laying: Laying, clip: Area, target: Target): void {
  const { grain } = target;
  for (let row = clip.top - (clip.top % grain); row < clip.top + clip.height; row += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, target.height - row);
    const area = reached(samplings, clip, row, rows, grain);
    if (area !== null) drawBand(room, samplings, laying, clip, target, area);
  }
}

/** Used again for every row. */
const span: Span = { from: 0, to: 0 };

/** Sets {@link span} to the pixels of row `y` that a picture reaches, within the clip. */
function setSpan(clip: Area, { lookup, picture }: Sampling, y: number): void {
  span.from = clip.left;
  span.to = y < clip.top || y >= clip.top + clip.height ? clip.left : clip.left + clip.width;
  cutToPicture(span, lookup, y, picture);
}

/** The pixels of a band that the pictures reach, widened to the target's grain; null where there are none. */
function reached({ first, second }: Samplings, clip: Area, top: number, rows: number, grain: number): Area | null {
  let left = Number.POSITIVE_INFINITY;
  let right = 0;
  let upper = top + rows;
  let lower = top;
  for (let y = top; y < top + rows; y++)
    for (const sampling of second === null ? [first] : [first, second]) {
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
  room: DrawingRoom,
  { first, second, weight }: Samplings,
  { opacity, blendMode }: Laying,
  clip: Area,
  target: Target,
  area: Area,
): void {
  const { kernels } = room;
  const [pixels, others] = room.bands(target.width);
  const count = area.width * area.height;
  sampleArea(room, first, clip, area, pixels);
  if (second !== null) {
    sampleArea(room, second, clip, area, others);
    kernels.mix(pixels, others, weight, pixels, 4 * count);
  }
  if (opacity < 256) kernels.fade(pixels, opacity, count);
  if (blendMode !== 'normal')
    target.blend(
      pixels,
      room.kept(blendMode, () => blendTable(blendMode)),
      area,
    );
  target.lay(pixels, 4 * area.width, area);
}

/** Pixels of an area without gaps; empty where the picture does not reach. */
function sampleArea(room: DrawingRoom, sampling: Sampling, clip: Area, area: Area, to: Address): void {
  const { left, top, width, height } = area;
  for (let y = top; y < top + height; y++) {
    const row = to + 4 * width * (y - top);
    setSpan(clip, sampling, y);
    const isReached = span.from < span.to;
    const from = isReached ? span.from : left;
    const end = isReached ? span.to : left;
    if (from > left) room.memory.bytes().fill(0, row, row + 4 * (from - left));
    if (isReached) sampleRow(room.kernels, sampling, from, y, row + 4 * (from - left), end - from);
    if (end < left + width) room.memory.bytes().fill(0, row + 4 * (end - left), row + 4 * width);
  }
}

/**
 * Where pixels of the target are pixels of the picture: lays them over without reading them into a band first. Returns
 * whether it did.
 */
export function drawCopy({ first: { picture, lookup } }: Samplings, target: Target): boolean {
  if (picture.kind !== 'pixels' || !isCopy(lookup)) return false;
  const left = -lookup.u / 65_536;
  const top = -lookup.v / 65_536;
  const [x, width] = widened(left, picture.width, target.width, target.grain);
  const [y, height] = widened(top, picture.height, target.height, target.grain);
  if (width > 0 && height > 0)
    target.lay(pixelAt(picture, x - left, y - top), strideOf(picture), { left: x, top: y, width, height });
  return true;
}

/** Where a length begins in the target and how much of it lies there, both at the grain: the border is as wide as that. */
function widened(start: number, length: number, most: number, grain: number): readonly [from: number, length: number] {
  const toGrain = (place: number) => grain * Math.floor(place / grain);
  const from = toGrain(Math.max(0, start));
  return [from, -toGrain(-Math.min(most, start + length)) - from];
}
