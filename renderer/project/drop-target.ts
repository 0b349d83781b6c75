import type { FilesPlace, InsertTarget } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import type { ScenePosition } from '#shared/editing/model/commands.ts';
import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

/** A gap between scenes. It is before the scene with this index, or after the last scene. */
export interface Gap {
  readonly index: number;
  /** The frame of the cut at the gap. */
  readonly frame: number;
}

/**
 * Returns the position of a gap by a neighboring scene and not by its index, because the document can contain scenes
 * that are not in the movie.
 */
export function gapPosition({ scenes }: SceneTimes, { index }: Gap): ScenePosition {
  const behind = scenes[index];
  if (behind !== undefined) return { before: behind.id };
  const last = scenes.at(-1);
  return last === undefined ? 0 : { after: last.id };
}

/** The effect of a drop at a position. */
export type DropTarget =
  /** `layersAt` is the target of items that cannot be scenes, if it differs from the gap. */
  | {
      readonly kind: 'insert';
      readonly gap: Gap;
      readonly layersAt?: InsertTarget;
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
export type PlaceTarget = DropTarget | { readonly kind: 'layers'; readonly where: InsertTarget };

/**
 * Returns where a dropped item is added as a layer, which is the scene under the pointer. Sounds and captions that are
 * dropped between scenes span all scenes.
 */
export function layerDestination(target: PlaceTarget, kind: Insertable['kind']): InsertTarget {
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
