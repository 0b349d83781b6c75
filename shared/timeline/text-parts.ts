import type { DrawingLayout } from '../drawings/drawing/drawing.ts';
import type { TextLayer } from '../template/movie/movie.ts';
import type { TextUnit } from '../template/values/animation.ts';
import type { FrameRate } from '../template/values/frame-rate.ts';
import { inPixels, type Length } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import type { Affine, Rect } from './layer-state.ts';
import { affineOf } from './placement.ts';
import { type TextUnitAnimation, type UnitChange, unitMotionsAt } from './presets.ts';

/** A separately moving part of a text in a frame. */
export interface TextPart {
  /** The range of the part in the content, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The motions of the part, one per unit preset. Each preset moves the unit that contains the part. */
  readonly moves: readonly UnitMove[];
}

interface UnitMove {
  readonly change: UnitChange;
  /** The start of the unit that contains the part, as an offset in the content. */
  readonly unit: number;
  /** The index of the preset among the unit presets. */
  readonly motion: number;
}

/** The position and the opacity of a part in the box of the text. */
export interface PlacedPart {
  readonly matrix: Affine;
  /** The opacity, 0 to 1. */
  readonly opacity: number;
}

/**
 * Returns the visible parts of a text at a local frame, in the order of the content. Returns null if the text moves
 * only as a whole. `length` is the length of the layer in frames.
 */
export function textPartsAt(
  { content, animations }: Pick<TextLayer, 'content' | 'animations'>,
  layout: Pick<DrawingLayout, 'lines'>,
  frame: number,
  { length, rate, most }: { readonly length: number; readonly rate: FrameRate; readonly most: number },
): readonly TextPart[] | null {
  const motions = unitMotionsAt(animations, frame, length, rate);
  if (motions.length === 0) return null;
  const starts = motions.map(({ unit }) => textUnitOffsets(content, layout, unit, most));
  const cuts = [...new Set(starts.flat())].sort((left, right) => left - right);
  return cuts.flatMap((start, index): readonly TextPart[] => {
    const moves = motions.map((motion, at) => moveOf(motion, at, starts[at] ?? [], start));
    return moves.includes(null)
      ? []
      : [{ start, end: cuts[index + 1] ?? content.length, moves: moves.filter((move) => move !== null) }];
  });
}

function moveOf(motion: TextUnitAnimation, at: number, starts: readonly number[], place: number): UnitMove | null {
  const index = unitAt(starts, place);
  const change = motion.at(index, starts.length);
  return change === null ? null : { change, unit: starts[index] ?? 0, motion: at };
}

/** Places the parts of a text in a frame. The center of scale and rotation is the center of the ink of each unit. */
export function placeParts(
  parts: readonly { readonly part: TextPart; readonly ink: Rect }[],
  box: Size,
  size: number,
): readonly PlacedPart[] {
  const inks = new Map<string, Rect>();
  for (const { part, ink } of parts)
    for (const { motion, unit } of part.moves) {
      const key = `${motion} ${unit}`;
      inks.set(key, union(inks.get(key) ?? ink, ink));
    }
  return parts.map(({ part, ink }) => {
    let matrix: Affine = NO_UNIT_CHANGE;
    let opacity = 1;
    for (const { change, motion, unit } of part.moves) {
      matrix = composed(matrix, matrixOf(change, inks.get(`${motion} ${unit}`) ?? ink, box, size));
      opacity *= change.opacity;
    }
    return { matrix, opacity };
  });
}

export const NO_UNIT_CHANGE: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Returns the matrix of a change around the center of `ink`. `size` is the font size. */
export function matrixOf({ scale, rotation, slide }: UnitChange, ink: Rect, box: Size, size: number): Affine {
  const middle = { x: ink.left + ink.width / 2, y: ink.top + ink.height / 2 };
  const offset = slide === null ? { x: 0, y: 0 } : slideOffset(slide, box, size);
  return affineOf(
    {
      x: middle.x + offset.x,
      y: middle.y + offset.y,
      anchorX: middle.x - box.width / 2,
      anchorY: middle.y - box.height / 2,
      scaleX: scale,
      scaleY: scale,
      rotation,
    },
    box,
  );
}

/**
 * Returns the offset of a slide by `distance`. Percentages refer to the box of the text, and the default is the font
 * size.
 */
function slideOffset({ part, side, distance }: NonNullable<UnitChange['slide']>, box: Size, size: number) {
  const far = (whole: number) => part * lengthOf(distance, whole, size);
  switch (side) {
    case 'left':
      return { x: -far(box.width), y: 0 };
    case 'right':
      return { x: far(box.width), y: 0 };
    case 'top':
      return { x: 0, y: -far(box.height) };
    case 'bottom':
      return { x: 0, y: far(box.height) };
    default:
      return side satisfies never;
  }
}

function lengthOf(distance: Length | null, whole: number, size: number): number {
  return distance === null ? size : inPixels(distance, whole);
}

/** Returns the matrix that applies `first`, and then `then`. */
function composed(first: Affine, then: Affine): Affine {
  return {
    a: then.a * first.a + then.c * first.b,
    b: then.b * first.a + then.d * first.b,
    c: then.a * first.c + then.c * first.d,
    d: then.b * first.c + then.d * first.d,
    e: then.a * first.e + then.c * first.f + then.e,
    f: then.b * first.e + then.d * first.f + then.f,
  };
}

function union(one: Rect, other: Rect): Rect {
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  };
}

/**
 * Returns the start offsets of a text’s units, in UTF-16 units. The first offset is 0, and each unit ends at the next
 * offset. White space belongs to the preceding unit. If there are more than `most` units, adjacent units are merged
 * evenly.
 */
export function textUnitOffsets(
  content: string,
  { lines }: Pick<DrawingLayout, 'lines'>,
  unit: TextUnit,
  most: number,
): readonly number[] {
  const starts = startsOf(content, lines, unit);
  if (starts.length === 0) return [];
  const count = Math.min(starts.length, Math.max(1, most));
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 0 : (starts[Math.floor((index * starts.length) / count)] ?? 0),
  );
}

/** Returns the index of the unit that contains a position. */
export function unitAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? place) <= place) low = middle;
    else high = middle;
  }
  return low;
}

function startsOf(content: string, lines: DrawingLayout['lines'], unit: TextUnit): readonly number[] {
  // Units exist only up to the end of the last displayed line.
  const end = lines.at(-1)?.end ?? 0;
  switch (unit) {
    case 'letter':
      return [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(content.slice(0, end))]
        .filter(({ segment }) => /\S/.test(segment))
        .map(({ index }) => index);
    case 'word':
      return [...content.slice(0, end).matchAll(/\S+/g)].map(({ index }) => index);
    case 'line':
      return lines.filter((line) => line.end > line.start).map(({ start }) => start);
    default:
      return unit satisfies never;
  }
}
