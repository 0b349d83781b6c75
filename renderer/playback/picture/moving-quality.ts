/**
 * How much of each side of a picture is drawn while something moves: that part, or what the graphics are quick enough
 * for.
 */
export type MovingQuality = 'auto' | 1 | 0.5 | 0.25;

export const MOVING_QUALITIES: readonly MovingQuality[] = ['auto', 1, 0.5, 0.25];

/** What takes longer to draw whole is not smooth. */
const SMOOTH_MILLISECONDS = 20;
/** What takes longer than this is drawn with a quarter of each side: at half its size it would not be smooth either. */
const SLOW_MILLISECONDS = 8 * SMOOTH_MILLISECONDS;

/**
 * The part of each side that is drawn of what moves, where a whole picture takes so long; 0 where that is not known
 * yet.
 */
export function movingScale(quality: MovingQuality, wholeMilliseconds: number): 1 | 0.5 | 0.25 {
  if (quality !== 'auto') return quality;
  if (wholeMilliseconds <= SMOOTH_MILLISECONDS) return 1;
  return wholeMilliseconds <= SLOW_MILLISECONDS ? 0.5 : 0.25;
}

export function readMovingQuality(stored: unknown): MovingQuality {
  return MOVING_QUALITIES.find((quality) => quality === stored) ?? 'auto';
}
