import type { Effect } from '../template/effects/effects.ts';
import type { Layer, VisualLayer } from '../template/movie/movie.ts';
import { inPixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { affineOf, boundsOf } from './placement.ts';
import { opaqueSize } from './timeline-kinds.ts';

/** A layer and the facts that determine the edge of its blur. */
export interface BlurredLayer {
  readonly layer: Layer;
  /** Whether the source is opaque. For solids and gradients, this depends on the colors. */
  readonly isOpaque: boolean;
  /** The size of its picture after `fit`, in pixels of the movie. */
  readonly size: Size;
  /** The frame of the movie, or the box of the group or mask that contains the layer. */
  readonly frame: Size;
}

/**
 * Returns the resolved `auto` edge: `clamp` for an opaque layer that covers its container, otherwise `spread`.
 * Animations and effects have no influence, because the edge must be the same in all frames.
 */
export function autoEdge({ layer, isOpaque, size, frame }: BlurredLayer): 'spread' | 'clamp' {
  const opaque = opaqueSize(layer, { isOpaque, size, frame });
  return opaque !== null && covers(layer, opaque, frame) ? 'clamp' : 'spread';
}

/** Returns effects with an explicit edge for each blur. Returns the same list if no blur has the edge `auto`. */
export function withEdges(effects: readonly Effect[], blurred: BlurredLayer): readonly Effect[] {
  if (!effects.some((effect) => effect.type === 'blur' && effect.parameters.edge === 'auto')) return effects;
  const edge = autoEdge(blurred);
  return effects.map((effect) =>
    effect.type === 'blur' && effect.parameters.edge === 'auto'
      ? { ...effect, parameters: { ...effect.parameters, edge } }
      : effect,
  );
}

/** The maximum gap between the layer and an edge of its container, in pixels of the movie. */
const TOLERANCE = 0.5;

function covers({ placement }: VisualLayer, size: Size, frame: Size): boolean {
  const { origin, position, anchor, scale, rotation } = placement;
  if (rotation % 180 !== 0) return false;
  const matrix = affineOf(
    {
      x: inPixels(origin.across, frame.width) + inPixels(position.across, frame.width),
      y: inPixels(origin.down, frame.height) + inPixels(position.down, frame.height),
      anchorX: inPixels(anchor.across, size.width),
      anchorY: inPixels(anchor.down, size.height),
      scaleX: scale.across,
      scaleY: scale.down,
      rotation,
    },
    size,
  );
  const { left, top, width, height } = boundsOf(matrix, size);
  return (
    left <= TOLERANCE &&
    top <= TOLERANCE &&
    left + width >= frame.width - TOLERANCE &&
    top + height >= frame.height - TOLERANCE
  );
}
