import type { Composition } from '../picture/composition.ts';
import { type MovingQuality, movingScale } from '../picture/moving-quality.ts';
import type { PreviewRenderer } from './renderer.ts';

/** Draws frames as they come, and whole as soon as they stand still. */
export interface AdaptiveDrawing {
  readonly draw: (composition: Composition) => void;
  /** Of what moves; what stands is always whole. */
  readonly setQuality: (quality: MovingQuality) => void;
  readonly dispose: () => void;
}

/** Frames that follow each other within this are of something that moves: playing, scrubbing, a drag. */
const MOVING_MILLISECONDS = 400;
/** After so long without another frame, the last is drawn whole. */
const SETTLED_MILLISECONDS = 200;

/**
 * Where the graphics are too slow for whole frames, such as without a graphics card, those of something that moves are
 * drawn with fewer pixels: what follows the pointer closely is worth more than what is sharp and late.
 */
export function createAdaptiveDrawing(
  renderer: Pick<PreviewRenderer, 'draw' | 'finished'>,
  now: () => number = () => performance.now(),
): AdaptiveDrawing {
  /** How long a whole frame took, in milliseconds; 0 before that is known. */
  let cost = 0;
  let quality: MovingQuality = 'auto';
  let last = Number.NEGATIVE_INFINITY;
  let settling: ReturnType<typeof setTimeout> | undefined;

  /** Measured while nothing moves: else it would be the page that is waited for. */
  const drawStanding = (composition: Composition) => {
    const begun = now();
    // What was drawn already costs nothing, and says nothing of what a frame costs.
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
      // The first frame of a scrub is answered as quickly as those that follow, where whole ones are known to be slow.
      const scale = movingScale(moves || quality === 1 ? quality : 'auto', cost);
      if (!moves && scale === 1) return drawStanding(composition);
      renderer.draw(composition, scale);
      settling = setTimeout(() => drawStanding(composition), SETTLED_MILLISECONDS);
    },
    setQuality(next) {
      quality = next;
    },
    dispose: () => clearTimeout(settling),
  };
}
