/** The scale of width and height during motion; `auto` adapts to the speed of the graphics. */
export type MovingQuality = 'auto' | 1 | 0.5 | 0.25;

export const MOVING_QUALITIES: readonly MovingQuality[] = ['auto', 1, 0.5, 0.25];

/** The maximum time in milliseconds to draw a frame during smooth motion. */
const SMOOTH_MILLISECONDS = 20;
/** The time in milliseconds to draw a full frame above which `auto` selects the scale 0.25 instead of 0.5. */
const SLOW_MILLISECONDS = 8 * SMOOTH_MILLISECONDS;

/**
 * Returns the scale of width and height during motion. `wholeMilliseconds` is the time to draw a full frame; 0 if
 * unknown.
 */
export function movingScale(quality: MovingQuality, wholeMilliseconds: number): 1 | 0.5 | 0.25 {
  if (quality !== 'auto') return quality;
  if (wholeMilliseconds <= SMOOTH_MILLISECONDS) return 1;
  return wholeMilliseconds <= SLOW_MILLISECONDS ? 0.5 : 0.25;
}

export function readMovingQuality(stored: unknown): MovingQuality {
  return MOVING_QUALITIES.find((quality) => quality === stored) ?? 'auto';
}
