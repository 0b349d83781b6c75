import type { FilesPlace, InsertTarget } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import type { ScenePosition } from '#shared/editing/model/commands.ts';
import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

/** A gap between scenes: before the scene with this index, or after the last scene. */
export interface Gap {
  readonly index: number;
  /** The frame of the cut. */
  readonly frame: number;
}

/**
 * Returns the document position of a gap. The position refers to a neighboring scene. An index would be wrong, because
 * the document can contain scenes that are not in the movie.
 */
export function gapPosition({ scenes }: SceneTimes, { index }: Gap): ScenePosition {
  const behind = scenes[index];
  if (behind !== undefined) return { before: behind.id };
  const last = scenes.at(-1);
  return last === undefined ? 0 : { after: last.id };
}

/** The effect of a drop at a position of the timeline. */
export type DropTarget =
  /** `layersAt` is the target for items that cannot be scenes; the default is the gap. */
  | {
      readonly kind: 'insert';
      readonly gap: Gap;
      readonly layersAt?: InsertTarget;
      /** Whether the position is among the rows of the movie's sounds. A dropped sound then belongs to the movie. */
      readonly isSound?: boolean;
    }
  | OnScene<'replace'>
  /**
   * A new layer of a scene. The layer begins at `from`, a frame of the timeline; the default is the start of the scene.
   */
  | (OnScene<'layer'> & { readonly from?: number });

interface OnScene<Kind extends string> {
  readonly kind: Kind;
  readonly scene: Scene;
  readonly start: number;
  readonly end: number;
  /** The frame of the timeline under the pointer. A dropped sound begins there. */
  readonly at: number;
}

/** Returns the asset names in the JSON of a drag, which contains one asset or a list. */
export function draggedNames(json: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Another program used the same type for other data.
    return [];
  }
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? [item.name] : [],
  );
}

/** A drop target on the timeline, or a position where every item becomes a layer. */
export type PlaceTarget = DropTarget | { readonly kind: 'layers'; readonly where: InsertTarget };

/**
 * Returns the insertion target of a dropped item that becomes a layer. Usually, this is the scene under the pointer.
 * Sounds and captions that are dropped between scenes span the whole movie.
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
      // A visual layer begins with its scene; a sound begins at the pointer.
      const frame = frames(begun ?? (kind === 'audio' ? target.at : target.start));
      return { frame, scene: target.scene.id, isChosen: true };
    }
    default:
      return target satisfies never;
  }
}

/** Returns the kind of place where files are dropped. */
export function filesPlaceOf(movie: Movie, target: PlaceTarget): FilesPlace {
  if (movie.scenes.length === 0) return 'empty';
  if (target.kind !== 'insert') return 'scene';
  return target.layersAt === undefined ? 'cut' : 'playhead';
}
