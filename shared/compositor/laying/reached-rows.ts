import type { Size } from '../pictures/picture.ts';
import type { Samplings } from './sampling.ts';
import { cutToPicture, type Span } from './spans.ts';

/** Rows of a frame, from the first to the one behind the last; none where the two are the same. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

export const NO_ROWS: Rows = { from: 0, to: 0 };

/** Used again for every row. */
const span: Span = { from: 0, to: 0 };

/**
 * The rows of a frame that a picture reaches. It is a parallelogram, so its rows follow each other, and only those
 * outside of it are looked at.
 */
export function reachedRows({ first, second }: Samplings, frame: Size): Rows {
  const samplings = second === null ? [first] : [first, second];
  const isReached = (y: number): boolean =>
    samplings.some(({ lookup, picture }) => {
      span.from = 0;
      span.to = frame.width;
      cutToPicture(span, lookup, y, picture);
      return span.from < span.to;
    });
  let from = 0;
  while (from < frame.height && !isReached(from)) from += 1;
  let to = frame.height;
  while (to > from && !isReached(to - 1)) to -= 1;
  return { from, to };
}

/** The rows from the first to the last of both. */
export function commonRows(a: Rows, b: Rows): Rows {
  if (a.from === a.to) return b;
  if (b.from === b.to) return a;
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}
