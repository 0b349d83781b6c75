import type { Composition, PreviewRenderer } from '../picture/composition.ts';
import { type MovingQuality, movingScale } from '../picture/moving-quality.ts';

/** Draws frames in reduced size during motion and in full size at rest. */
export interface AdaptiveDrawing {
  readonly draw: (composition: Composition) => void;
  /** Sets the quality during motion. Frames at rest are always drawn in full size. */
  readonly setQuality: (quality: MovingQuality) => void;
  readonly dispose: () => void;
}

/**
 * Frames that follow each other within this interval, in milliseconds, count as motion: playback, scrubbing, or a drag.
 */
const MOVING_MILLISECONDS = 400;
/** The pause in milliseconds after which the last frame is drawn in full size. */
const REST_MILLISECONDS = 200;

/**
 * Creates a renderer that draws fewer pixels during motion if the graphics are too slow for full size, for example
 * without a graphics card. Low latency matters more than sharpness during a drag.
 */
export function createAdaptiveDrawing(
  renderer: Pick<PreviewRenderer, 'draw' | 'finished'>,
  now: () => number = () => performance.now(),
): AdaptiveDrawing {
  /** The time to draw a frame in full size, in milliseconds; 0 if unknown. */
  let cost = 0;
  let quality: MovingQuality = 'auto';
  let last = Number.NEGATIVE_INFINITY;
  let motionEndTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Draws in full size and measures the time. During motion, the measurement would include the time in which the page
   * is busy.
   */
  const drawStanding = (composition: Composition) => {
    const startTime = now();
    // The renderer skips an unchanged frame, which would measure 0 ms.
    if (!renderer.draw(composition)) return;
    void renderer.finished().then(() => {
      cost = now() - startTime;
    });
  };
  return {
    draw(composition) {
      clearTimeout(motionEndTimer);
      const moves = now() - last < MOVING_MILLISECONDS;
      last = now();
      // The first frame of a motion also has fewer pixels if drawing in full size is slow.
      const scale = movingScale(moves || quality === 1 ? quality : 'auto', cost);
      if (!moves && scale === 1) return drawStanding(composition);
      renderer.draw(composition, scale);
      motionEndTimer = setTimeout(() => drawStanding(composition), REST_MILLISECONDS);
    },
    setQuality(next) {
      quality = next;
    },
    dispose: () => clearTimeout(motionEndTimer),
  };
}
