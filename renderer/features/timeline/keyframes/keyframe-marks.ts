import type { Keyframe } from '#shared/editing/keyframes/animated.ts';

/** The distance in pixels below which keyframes form a band. */
const MIN_KEY_DISTANCE = 6;
/** The hit distance of a keyframe in pixels. */
const MARK_REACH = 7;

/**
 * A mark on a lane. It represents one keyframe, or several keyframes that are too close together to be drawn
 * separately.
 */
export interface KeyMark {
  /** The x coordinate of the first keyframe. `end` is the x coordinate of the last keyframe. */
  readonly x: number;
  readonly end: number;
  readonly keys: readonly Keyframe[];
}

/** Groups keyframes into marks, from left to right. `xOf` converts a frame of their layer to pixels. */
export function marksOf(keys: readonly Keyframe[], xOf: (frame: number) => number): readonly KeyMark[] {
  const marks: { x: number; end: number; keys: Keyframe[] }[] = [];
  for (const key of keys) {
    const x = xOf(key.frame);
    const last = marks.at(-1);
    if (last !== undefined && x - last.end < MIN_KEY_DISTANCE) {
      last.end = x;
      last.keys.push(key);
    } else marks.push({ x, end: x, keys: [key] });
  }
  return marks;
}

/** Returns the mark that is nearest to the pointer and within its reach; null if there is none. */
export function markAt(marks: readonly KeyMark[], x: number): KeyMark | null {
  let nearest: KeyMark | null = null;
  let least = MARK_REACH;
  for (const mark of marks) {
    const distance = Math.max(mark.x - x, x - mark.end, 0);
    if (distance > least) continue;
    nearest = mark;
    least = distance;
  }
  return nearest;
}

/**
 * Returns the keyframe at the start of the segment that contains a frame; null before the first keyframe and after the
 * last one.
 */
export function segmentAt(keys: readonly Keyframe[], frame: number): Keyframe | null {
  return keys.findLast((key) => key.frame <= frame && key.next !== null && frame < key.next) ?? null;
}

/** Returns the keyframes whose marks overlap the range between two x coordinates. */
export function marksBetween(marks: readonly KeyMark[], from: number, to: number): readonly Keyframe[] {
  const [left, right] = from <= to ? [from, to] : [to, from];
  return marks.filter(({ x, end }) => end >= left && x <= right).flatMap(({ keys }) => keys);
}
