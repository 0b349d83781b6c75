import type { Composition, PreviewRenderer } from '../picture/composition.ts';
import { type MovingQuality, movingScale } from '../picture/moving-quality.ts';

/** Draws frames in reduced size during motion and in full size at rest. */
export interface AdaptiveDrawing {
  readonly draw: (composition: Composition) => void;
  /** Sets the quality during motion. Frames at rest are always drawn in full size. */
  readonly setQuality: (quality: MovingQuality) => void;
  readonly dispose: () => void;
}

/** The maximum interval in milliseconds between frames in motion: playback, scrubbing, or a drag. */
const MOVING_MILLISECONDS = 400;
/** The pause in milliseconds before the last frame is drawn in full size. */
const REST_MILLISECONDS = 200;

/**
 * Creates a renderer that reduces the number of pixels during motion if the graphics are too slow for full size, for
 * example with software rendering. During a drag, low latency matters more than sharpness.
 */
export function createAdaptiveDrawing(
  renderer: Pick<PreviewRenderer, 'draw' | 'whenFinished'>,
  now: () => number = () => performance.now(),
): AdaptiveDrawing {
  /** The time to draw a frame in full size, in milliseconds; 0 while unknown. */
  let cost = 0;
  let quality: MovingQuality = 'auto';
  let last = Number.NEGATIVE_INFINITY;
  let motionEndTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Draws in full size and measures the time. Only frames at rest are measured. During motion, the measurement would
   * include other work of the page.
   */
  const drawAtRest = (composition: Composition) => {
    const startTime = now();
    // Do not measure an unchanged frame, because the renderer skips it.
    if (!renderer.draw(composition)) return;
    void renderer.whenFinished().then(() => {
      cost = now() - startTime;
    });
  };
  return {
    draw(composition) {
      clearTimeout(motionEndTimer);
      const moves = now() - last < MOVING_MILLISECONDS;
      last = now();
      // The first frame of a motion is also reduced if drawing in full size is slow.
      const scale = movingScale(moves || quality === 1 ? quality : 'auto', cost);
      if (!moves && scale === 1) return drawAtRest(composition);
      renderer.draw(composition, scale);
      motionEndTimer = setTimeout(() => drawAtRest(composition), REST_MILLISECONDS);
    },
    setQuality(next) {
      quality = next;
    },
    dispose: () => clearTimeout(motionEndTimer),
  };
}
