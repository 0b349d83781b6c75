import type { Size } from '../pictures/picture.ts';
import type { Lookup } from './placement.ts';

/** Pixels of a row, or rows: from the first to the one behind the last. Empty where `to` is not above `from`. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Which pixels of row `y`, between `span.from` and `span.to`, are made of a picture's pixels or of its border: those with
 * −1 ≤ u < width and −1 ≤ v < height. Changes `span`, so that nothing is made anew for each row.
 */
export function cutToPicture(span: Span, { u, v, du, dv, duDown, dvDown }: Lookup, y: number, picture: Size): void {
  cut(span, u + y * duDown, du, picture.width);
  cut(span, v + y * dvDown, dv, picture.height);
}

/** Leaves those x for which −1 ≤ start + x step < side, in 16.16. All are whole numbers far below 2⁵³. */
function cut(span: Span, start: number, step: number, side: number): void {
  const [least, most] = [-65_536 - start, side * 65_536 - 1 - start];
  if (step === 0) {
    if (least > 0 || most < 0) span.to = span.from;
    return;
  }
  const [first, last] = step > 0 ? [least, most] : [most, least];
  span.from = Math.max(span.from, Math.ceil(first / step));
  span.to = Math.min(span.to, Math.floor(last / step) + 1);
}
