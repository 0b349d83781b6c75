import type { Place } from '#shared/editing/insert/thing.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** How near to the middle of the frame the middle is meant, in pixels of the page. */
const NEAR_MIDDLE = 8;

/** The place of the film's frame that a pointer is at, from its middle; null at the middle, which needs no saying. */
export function placeOn(
  shown: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  film: Size,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Place | null {
  const across = clientX - shown.left - shown.width / 2;
  const down = clientY - shown.top - shown.height / 2;
  const x = Math.abs(across) < NEAR_MIDDLE ? 0 : Math.round((across / shown.width) * film.width);
  const y = Math.abs(down) < NEAR_MIDDLE ? 0 : Math.round((down / shown.height) * film.height);
  return x === 0 && y === 0 ? null : { x, y };
}
