import type { FilesPlace } from '#shared/editing/insert/files.ts';
import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { NewThing } from '#shared/editing/insert/thing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { DropTarget } from '../moves/drop-target.ts';

/** A place on the timeline, or where each thing becomes a layer. */
export type PlaceTarget = DropTarget | { readonly kind: 'layers'; readonly where: InsertWhere };

/**
 * Where something goes as a layer that was dropped there: into the scene that it was dropped on. Sounds and captions that
 * were dropped between scenes run across all of them.
 */
export function whereOf(target: PlaceTarget, kind: NewThing['kind']): InsertWhere {
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
      // What is seen is there with its scene; what is heard begins where it was dropped.
      const frame = frames(begun ?? (kind === 'audio' ? target.at : target.start));
      return { frame, scene: target.scene.id, isChosen: true };
    }
    default:
      return target satisfies never;
  }
}

/** What a place on the timeline, or of a layer, is for files. */
export function filesPlaceOf(movie: Movie, target: PlaceTarget): FilesPlace {
  if (movie.scenes.length === 0) return 'empty';
  if (target.kind !== 'insert') return 'scene';
  return target.layersAt === undefined ? 'cut' : 'playhead';
}
