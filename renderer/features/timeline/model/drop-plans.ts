import type { DropTarget } from '#renderer/project/drop-target.ts';
import { type SceneOnTimeline, type SceneTimes, sceneAt, sceneOfId } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { gapBetweenClips, type ShownScenes } from './repeated-scenes.ts';
import { gapAt } from './scene-plans.ts';

export interface DropPosition {
  /** The frame under the pointer, including its fraction. */
  readonly frame: number;
  /** Whether the pointer is over the heads of the scenes. */
  readonly onHead?: boolean;
  /** Whether Shift is held. */
  readonly asLayer: boolean;
  readonly pixelsPerFrame: number;
  /** Whether the item can only become a layer, such as a text. */
  readonly isLayer?: boolean;
  /** Whether the item is an image. An image becomes a layer over a scene, and a new scene over a gap. */
  readonly isPicture?: boolean;
  /** The owner of the row under the pointer: a scene, an overlay, or the movie; null if the pointer is elsewhere. */
  readonly over?: NodeId | null;
  /** The number of items. Several items are always inserted between scenes. */
  readonly count?: number;
}

/** The distance in pixels from a cut within which a drop targets the gap. */
const GAP_PIXELS = 28;

/**
 * Returns the target of a drop: a gap between scenes, the video of a scene, or a new layer of a scene. If `clips` is
 * set, gaps are between clips, and a clip of several scenes has no gaps inside.
 */
export function dropTarget(
  timeline: SceneTimes,
  {
    frame,
    onHead = false,
    asLayer,
    isLayer = false,
    isPicture = false,
    pixelsPerFrame,
    over = null,
    count = 1,
  }: DropPosition,
  clips: ShownScenes | null = null,
): DropTarget {
  const gap = clips === null ? gapAt(timeline, frame) : gapBetweenClips(clips, frame);
  const owner = over === null ? null : sceneOfId(timeline, over);
  if (over !== null && owner === null) return { kind: 'insert', gap, isSound: true };
  if (owner !== null) {
    const { scene, start, end } = owner;
    const from = Math.min(Math.max(start, Math.floor(frame)), Math.max(start, end - 1));
    return { kind: 'layer', scene, start, end, from, at: from };
  }
  const place = frame < timeline.total ? sceneAt(timeline, Math.floor(frame)) : null;
  if (place === null || (count > 1 && !isLayer && !asLayer)) return { kind: 'insert', gap };
  const { scene, start, end } = place;
  const at = Math.floor(frame);
  // Over a scene head, the layer starts at the frame under the pointer.
  if (isLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && { from: at }) };
  if (onHead || asLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && isPicture && { from: at }) };
  if (isNearCut(sceneAt(clips ?? timeline, at) ?? place, frame, pixelsPerFrame)) return { kind: 'insert', gap };
  const [lowest] = scene.layers;
  // A video or sound replaces the lowest layer if that layer is a video. An empty scene also counts as replaceable.
  const isReplaced = !isPicture && (lowest === undefined || lowest.kind === 'video');
  return { kind: isReplaced ? 'replace' : 'layer', scene, start, end, at };
}

function isNearCut({ start, end }: SceneOnTimeline, frame: number, pixelsPerFrame: number): boolean {
  const reach = Math.min(GAP_PIXELS / pixelsPerFrame, (end - start) / 3);
  return frame - start < reach || end - frame < reach;
}
