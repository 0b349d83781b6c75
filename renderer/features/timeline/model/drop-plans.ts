import type { FilesPlace, InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { type SceneTimes, sceneAt, sceneOfId } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { type Gap, gapAt } from './scene-plans.ts';

/** The effect of a drop at a position. */
export type DropTarget =
  /** `layersAt` is the target of items that cannot be scenes, if it differs from the gap. */
  | {
      readonly kind: 'insert';
      readonly gap: Gap;
      readonly layersAt?: InsertWhere;
      /** Whether the position is in the rows of the movie's sounds, so that a sound belongs to the movie. */
      readonly isSound?: boolean;
    }
  | OnScene<'replace'>
  /**
   * A new layer of a scene. `from` is the frame of the timeline at which the layer begins, if it does not begin with
   * the scene.
   */
  | (OnScene<'layer'> & { readonly from?: number });

interface OnScene<Kind extends string> {
  readonly kind: Kind;
  readonly scene: Scene;
  readonly start: number;
  readonly end: number;
  /** The frame of the timeline under the pointer. A sound begins there. */
  readonly at: number;
}

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
  /** Whether the item is a photo. It becomes a layer on a scene, and a scene elsewhere. */
  readonly isPicture?: boolean;
  /** The owner of the row under the pointer: a scene or the movie; null if the pointer is elsewhere. */
  readonly over?: NodeId | null;
  /** The number of items. Several items are always inserted between scenes. */
  readonly count?: number;
}

/** The distance in pixels from a cut within which a drop targets the gap. */
const GAP_PIXELS = 28;

/** Returns the target of a drop: a gap between scenes, the video of a scene, or a new layer of a scene. */
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
): DropTarget {
  const gap = gapAt(timeline, frame);
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
  // Over the heads, the horizontal position is also the start of the layer.
  if (isLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && { from: at }) };
  if (onHead || asLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && isPicture && { from: at }) };
  const reach = Math.min(GAP_PIXELS / pixelsPerFrame, (end - start) / 3);
  const nearCut = frame - start < reach || end - frame < reach;
  if (nearCut) return { kind: 'insert', gap };
  const [lowest] = scene.layers;
  // A video or sound replaces the lowest layer if that is a video. In an empty scene it counts as a replacement, too.
  const isReplaced = !isPicture && (lowest === undefined || lowest.kind === 'video');
  return { kind: isReplaced ? 'replace' : 'layer', scene, start, end, at };
}

/** Returns the asset names in the data of a drag. The library writes one asset or a list of assets as JSON. */
export function draggedNames(json: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The data comes from another program that uses the same type.
    return [];
  }
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? [item.name] : [],
  );
}

/** A target on the timeline, or a position where each item becomes a layer. */
export type PlaceTarget = DropTarget | { readonly kind: 'layers'; readonly where: InsertWhere };

/**
 * Returns where a dropped item is added as a layer, which is the scene under the pointer. Sounds and captions that are
 * dropped between scenes span all scenes.
 */
export function whereOf(target: PlaceTarget, kind: Insertable['kind']): InsertWhere {
  switch (target.kind) {
    case 'layers':
      return target.where;
    case 'insert':
      return {
        ...(target.layersAt ?? { frame: frames(target.gap.frame) }),
        ...((kind === 'audio' || kind === 'captions') && { over: 'film' as const }),
      };
    case 'replace':
    case 'layer': {
      const begun = target.kind === 'layer' ? target.from : undefined;
      // A visual layer begins with its scene, and a sound begins at the pointer.
      const frame = frames(begun ?? (kind === 'audio' ? target.at : target.start));
      return { frame, scene: target.scene.id, isChosen: true };
    }
    default:
      return target satisfies never;
  }
}

/** Returns the kind of place that a target is for dropped files. */
export function filesPlaceOf(movie: Movie, target: PlaceTarget): FilesPlace {
  if (movie.scenes.length === 0) return 'empty';
  if (target.kind !== 'insert') return 'scene';
  return target.layersAt === undefined ? 'cut' : 'playhead';
}
