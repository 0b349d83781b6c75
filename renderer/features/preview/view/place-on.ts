import type { Place } from '#shared/editing/insert/insertable.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** The distance in page pixels from the center of the frame within which a position counts as the center. */
const NEAR_MIDDLE = 8;

/**
 * Returns the position of the pointer in movie pixels from the center of the frame; null near the center, which is the
 * default position.
 */
export function moviePosition(
  shown: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  movieSize: Size,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Place | null {
  const across = clientX - shown.left - shown.width / 2;
  const down = clientY - shown.top - shown.height / 2;
  const x = Math.abs(across) < NEAR_MIDDLE ? 0 : Math.round((across / shown.width) * movieSize.width);
  const y = Math.abs(down) < NEAR_MIDDLE ? 0 : Math.round((down / shown.height) * movieSize.height);
  return x === 0 && y === 0 ? null : { x, y };
}
