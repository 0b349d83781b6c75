import type { PropertyKey } from '#shared/editing/keys/animated.ts';

/** Keys that lie closer than this are one band with their number. */
const CLOSEST = 6;
/** How far from a key the pointer still means it. */
const REACH = 7;

/** One key, or several that lie too close to be told apart. */
export interface KeyMark {
  /** Pixels of its first and its last key. */
  readonly x: number;
  readonly end: number;
  readonly keys: readonly PropertyKey[];
}

/** Keys as they are shown at a zoom, from the left. `xOf` says where a frame of their layer lies. */
export function marksOf(keys: readonly PropertyKey[], xOf: (frame: number) => number): readonly KeyMark[] {
  const marks: { x: number; end: number; keys: PropertyKey[] }[] = [];
  for (const key of keys) {
    const x = xOf(key.frame);
    const last = marks.at(-1);
    if (last !== undefined && x - last.end < CLOSEST) {
      last.end = x;
      last.keys.push(key);
    } else marks.push({ x, end: x, keys: [key] });
  }
  return marks;
}

/** The mark under the pointer: the nearest in reach. */
export function markAt(marks: readonly KeyMark[], x: number): KeyMark | null {
  let nearest: KeyMark | null = null;
  let least = REACH;
  for (const mark of marks) {
    const distance = Math.max(mark.x - x, x - mark.end, 0);
    if (distance > least) continue;
    nearest = mark;
    least = distance;
  }
  return nearest;
}

/** The key from which a segment leads over a frame; null before the first and behind the last. */
export function segmentAt(keys: readonly PropertyKey[], frame: number): PropertyKey | null {
  return keys.findLast((key) => key.frame <= frame && key.next !== null && frame < key.next) ?? null;
}

/** Keys that a box takes: those whose marks it touches. */
export function marksBetween(marks: readonly KeyMark[], from: number, to: number): readonly PropertyKey[] {
  const [left, right] = from <= to ? [from, to] : [to, from];
  return marks.filter(({ x, end }) => end >= left && x <= right).flatMap(({ keys }) => keys);
}
