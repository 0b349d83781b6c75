import type { Composition } from './composition.ts';
import type { PreviewRenderer } from './renderer.ts';

/** Draws frames as they come, and whole as soon as they stand still. */
export interface PacedDrawing {
  readonly draw: (composition: Composition) => void;
  readonly dispose: () => void;
}

/** Frames that follow each other within this are of something that moves: playing, scrubbing, a drag. */
const MOVING_MILLISECONDS = 400;
/** What takes longer to draw whole is not smooth. */
const SMOOTH_MILLISECONDS = 20;
/** A quarter of the pixels. */
const DRAFT = 0.5;
/** After so long without another frame, the last is drawn whole. */
const SETTLED_MILLISECONDS = 200;

/**
 * Where the graphics are too slow for whole frames, such as without a graphics card, those of something that moves are
 * drawn with fewer pixels: what follows the pointer closely is worth more than what is sharp and late.
 */
export function createPacedDrawing(
  renderer: Pick<PreviewRenderer, 'draw' | 'finished'>,
  now: () => number = () => performance.now(),
): PacedDrawing {
  /** How long a whole frame took, in milliseconds. */
  let cost = 0;
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
      if (!moves) return drawStanding(composition);
      renderer.draw(composition, cost > SMOOTH_MILLISECONDS ? DRAFT : 1);
      settling = setTimeout(() => drawStanding(composition), SETTLED_MILLISECONDS);
    },
    dispose: () => clearTimeout(settling),
  };
}
