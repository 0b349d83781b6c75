import type { Composition } from '../picture/composition.ts';
import { type MovingQuality, movingScale } from '../picture/moving-quality.ts';
import type { PreviewRenderer } from './renderer.ts';

/** Draws frames in reduced size during motion and in full size at rest. */
export interface AdaptiveDrawing {
  readonly draw: (composition: Composition) => void;
  /** Sets the quality during motion. Frames at rest are always drawn in full size. */
  readonly setQuality: (quality: MovingQuality) => void;
  readonly dispose: () => void;
}

/** Frames within this interval, in milliseconds, belong to a motion: playback, scrubbing, or a drag. */
const MOVING_MILLISECONDS = 400;
/** The pause after which the last frame is drawn in full size, in milliseconds. */
const REST_MILLISECONDS = 200;

/**
 * Creates a renderer that reduces frames during motion if the graphics are too slow for whole frames, for example
 * without a graphics card. Low latency matters more than sharpness during a drag.
 */
export function createAdaptiveDrawing(
  renderer: Pick<PreviewRenderer, 'draw' | 'finished'>,
  now: () => number = () => performance.now(),
): AdaptiveDrawing {
  /** The duration of a whole frame in milliseconds; 0 if unknown. */
  let cost = 0;
  let quality: MovingQuality = 'auto';
  let last = Number.NEGATIVE_INFINITY;
  let settling: ReturnType<typeof setTimeout> | undefined;

  /**
   * Draws in full size and measures the duration. During motion, the measurement would include waiting for the page.
   */
  const drawStanding = (composition: Composition) => {
    const begun = now();
    // An unchanged frame is skipped and would measure 0 ms.
    if (!renderer.draw(composition)) return;
    void renderer.finished().then(() => {
      cost = now() - begun;
    });
  };
  return {
    draw(composition) {
      clearTimeout(settling);
      const moves = now() - last < MOVING_MILLISECONDS;
      last = now();
      // The first frame of a motion is reduced too if whole frames are slow.
      const scale = movingScale(moves || quality === 1 ? quality : 'auto', cost);
      if (!moves && scale === 1) return drawStanding(composition);
      renderer.draw(composition, scale);
      settling = setTimeout(() => drawStanding(composition), REST_MILLISECONDS);
    },
    setQuality(next) {
      quality = next;
    },
    dispose: () => clearTimeout(settling),
  };
}
