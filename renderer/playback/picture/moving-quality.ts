/** The fraction of each side that is drawn during motion; `auto` adapts to the speed of the graphics. */
export type MovingQuality = 'auto' | 1 | 0.5 | 0.25;

export const MOVING_QUALITIES: readonly MovingQuality[] = ['auto', 1, 0.5, 0.25];

/** The longest time in milliseconds in which a frame can be drawn during smooth motion. */
const SMOOTH_MILLISECONDS = 20;
/**
 * The time in milliseconds above which motion is drawn with a quarter of each side, because half of each side would not
 * be smooth either.
 */
const SLOW_MILLISECONDS = 8 * SMOOTH_MILLISECONDS;

/**
 * Returns the fraction of each side to draw during motion. `wholeMilliseconds` is the time for a picture in full size;
 * 0 if unknown.
 */
export function movingScale(quality: MovingQuality, wholeMilliseconds: number): 1 | 0.5 | 0.25 {
  if (quality !== 'auto') return quality;
  if (wholeMilliseconds <= SMOOTH_MILLISECONDS) return 1;
  return wholeMilliseconds <= SLOW_MILLISECONDS ? 0.5 : 0.25;
}

export function readMovingQuality(stored: unknown): MovingQuality {
  return MOVING_QUALITIES.find((quality) => quality === stored) ?? 'auto';
}
