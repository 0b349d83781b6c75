import { sceneAt, type Timeline } from '../../../../shared/editing/timeline.ts';
import type { Scene } from '../../../../shared/template/movie/movie.ts';
import { type Gap, gapAt } from './reorder.ts';

/** What dropping something here would do. */
export type DropTarget =
  | { readonly kind: 'insert'; readonly gap: Gap }
  | { readonly kind: 'replace'; readonly scene: Scene; readonly start: number; readonly end: number }
  | { readonly kind: 'layer'; readonly scene: Scene; readonly start: number; readonly end: number };

export interface DropPosition {
  /** With its fraction. */
  readonly frame: number;
  /** Over the lane of the layers. */
  readonly overLayers: boolean;
  /** Shift is held. */
  readonly asLayer: boolean;
  readonly pixelsPerFrame: number;
  /** What is dropped: several stand between scenes. */
  readonly count?: number;
}

/** So near to a cut the gap is meant, not the scene. */
const GAP_PIXELS = 28;

/** Between scenes it is inserted; on one it takes the place of its source, or lies over it. */
export function dropTarget(
  timeline: Timeline,
  { frame, overLayers, asLayer, pixelsPerFrame, count = 1 }: DropPosition,
): DropTarget {
  const gap = gapAt(timeline, frame);
  const place = frame < timeline.total ? sceneAt(timeline, Math.floor(frame)) : null;
  if (place === null || count > 1) return { kind: 'insert', gap };
  const { scene, start, end } = place;
  if (overLayers || asLayer) return { kind: 'layer', scene, start, end };
  const reach = Math.min(GAP_PIXELS / pixelsPerFrame, (end - start) / 3);
  const nearCut = frame - start < reach || end - frame < reach;
  return nearCut ? { kind: 'insert', gap } : { kind: 'replace', scene, start, end };
}
