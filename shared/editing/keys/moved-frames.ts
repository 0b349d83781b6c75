/** A key that is moved together with others. */
interface Movable {
  readonly frame: number;
}

/** Where keys come to stand that are moved by so many frames together: none before the first frame, all at their distances. */
export function movedBy(keys: readonly Movable[], by: number): readonly number[] {
  const first = Math.min(...keys.map(({ frame }) => frame));
  const way = Math.max(-first, Math.round(by));
  return keys.map(({ frame }) => frame + way);
}

/**
 * Where keys come to stand when the one that is held goes to another frame and their rhythm is kept: their distances from the
 * first of them grow or shrink alike. They keep their order, and a frame at least between two that had one. Held by the
 * first, all are moved.
 */
export function scaledTo(keys: readonly Movable[], held: Movable, to: number): readonly number[] {
  const order = [...new Set(keys.map(({ frame }) => frame))].toSorted((one, other) => one - other);
  const [first = 0] = order;
  if (held.frame <= first) return movedBy(keys, to - held.frame);
  const scale = Math.max(0, to - first) / (held.frame - first);
  const scaled = new Map<number, number>();
  let least = first;
  for (const frame of order) {
    const place = Math.max(least, Math.round(first + (frame - first) * scale));
    scaled.set(frame, place);
    least = place + 1;
  }
  return keys.map(({ frame }) => scaled.get(frame) ?? frame);
}
