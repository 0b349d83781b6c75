import type { InsertWhere } from '../../../../shared/editing/insert/insert-command.ts';
import { sceneAt, type Timeline } from '../../../../shared/editing/timeline.ts';
import type { Scene } from '../../../../shared/template/movie/movie.ts';
import { type Gap, gapAt } from './reorder.ts';

/** What dropping something here would do. */
export type DropTarget =
  /** `layersAt`: where layers go that can be no scene, where that is not at the gap. */
  | { readonly kind: 'insert'; readonly gap: Gap; readonly layersAt?: InsertWhere }
  | { readonly kind: 'replace'; readonly scene: Scene; readonly start: number; readonly end: number }
  /** `from`: where in the film the layer begins, where that is not with its scene. */
  | {
      readonly kind: 'layer';
      readonly scene: Scene;
      readonly start: number;
      readonly end: number;
      readonly from?: number;
    };

export interface DropPosition {
  /** With its fraction. */
  readonly frame: number;
  /** Over the lane of the layers. */
  readonly overLayers: boolean;
  /** Shift is held. */
  readonly asLayer: boolean;
  readonly pixelsPerFrame: number;
  /** It can be a layer only, such as a picture. */
  readonly isLayer?: boolean;
  /** What is dropped: several stand between scenes. */
  readonly count?: number;
}

/** So near to a cut the gap is meant, not the scene. */
const GAP_PIXELS = 28;

/** Between scenes it is inserted; on one it takes the place of its source, or lies over it. */
export function dropTarget(
  timeline: Timeline,
  { frame, overLayers, asLayer, isLayer = false, pixelsPerFrame, count = 1 }: DropPosition,
): DropTarget {
  const gap = gapAt(timeline, frame);
  const place = frame < timeline.total ? sceneAt(timeline, Math.floor(frame)) : null;
  if (place === null || (count > 1 && !isLayer)) return { kind: 'insert', gap };
  const { scene, start, end } = place;
  // Over the rows of layers the place across is meant as well.
  if (isLayer) return { kind: 'layer', scene, start, end, ...(overLayers && { from: Math.floor(frame) }) };
  if (overLayers || asLayer) return { kind: 'layer', scene, start, end };
  const reach = Math.min(GAP_PIXELS / pixelsPerFrame, (end - start) / 3);
  const nearCut = frame - start < reach || end - frame < reach;
  return nearCut ? { kind: 'insert', gap } : { kind: 'replace', scene, start, end };
}
