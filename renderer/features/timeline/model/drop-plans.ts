import type { FilesPlace, InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { type SceneTimes, sceneAt, sceneOfId } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { type Gap, gapAt } from './scene-plans.ts';

/** The effect of a drop at a position. */
export type DropTarget =
  /** `layersAt` is the target for items that cannot be scenes, if it differs from the gap. */
  | {
      readonly kind: 'insert';
      readonly gap: Gap;
      readonly layersAt?: InsertWhere;
      /** Whether the drop is at the rows of the movie's sounds, so a sound is added to the movie. */
      readonly isSound?: boolean;
    }
  | OnScene<'replace'>
  /** `from` is the frame of the timeline at which the layer begins, if it does not begin with its scene. */
  | (OnScene<'layer'> & { readonly from?: number });

interface OnScene<Kind extends string> {
  readonly kind: Kind;
  readonly scene: Scene;
  readonly start: number;
  readonly end: number;
  /** The frame of the timeline under the pointer, at which sounds begin. */
  readonly at: number;
}

export interface DropPosition {
  /** With its fraction. */
  readonly frame: number;
  /** Whether the pointer is over the heads of the scenes. */
  readonly onHead?: boolean;
  /** Whether Shift is held. */
  readonly asLayer: boolean;
  readonly pixelsPerFrame: number;
  /** Whether the item can only be a layer, such as a text. */
  readonly isLayer?: boolean;
  /** Whether the item is a photo, which becomes a layer on a scene and a scene elsewhere. */
  readonly isPicture?: boolean;
  /** The owner of the row under the pointer: a scene or the movie; null for no row. */
  readonly over?: NodeId | null;
  /** The number of items. Several items are inserted between scenes. */
  readonly count?: number;
}

/** The distance from a cut within which a drop targets the gap, in pixels. */
const GAP_PIXELS = 28;

/** Returns the target of a drop: a gap between scenes, the video of a scene, or a layer above it. */
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
  // Over the heads, the horizontal position also sets the start of the layer.
  if (isLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && { from: at }) };
  if (onHead || asLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && isPicture && { from: at }) };
  const reach = Math.min(GAP_PIXELS / pixelsPerFrame, (end - start) / 3);
  const nearCut = frame - start < reach || end - frame < reach;
  if (nearCut) return { kind: 'insert', gap };
  const [lowest] = scene.layers;
  // Only a video can be replaced by another file.
  const isReplaced = !isPicture && (lowest === undefined || lowest.kind === 'video');
  return { kind: isReplaced ? 'replace' : 'layer', scene, start, end, at };
}

/** Returns the asset names of a drag: JSON of one asset or of a list, as the library writes it. */
export function draggedNames(json: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The drag comes from another program that uses the same type.
    return [];
  }
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? [item.name] : [],
  );
}

/** A target on the timeline, or a position at which each item becomes a layer. */
export type PlaceTarget = DropTarget | { readonly kind: 'layers'; readonly where: InsertWhere };

/**
 * Returns where a dropped item is inserted as a layer: in the scene that it was dropped on. Sounds and captions dropped
 * between scenes span all scenes.
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
      // A visual layer begins with its scene; a sound begins at the pointer.
      const frame = frames(begun ?? (kind === 'audio' ? target.at : target.start));
      return { frame, scene: target.scene.id, isChosen: true };
    }
    default:
      return target satisfies never;
  }
}

/** Returns the kind of place that a target is for files. */
export function filesPlaceOf(movie: Movie, target: PlaceTarget): FilesPlace {
  if (movie.scenes.length === 0) return 'empty';
  if (target.kind !== 'insert') return 'scene';
  return target.layersAt === undefined ? 'cut' : 'playhead';
}
