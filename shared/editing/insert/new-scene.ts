import { childElements, type NodeId, type TemplateDocument } from '../../template/document/document.ts';
import type { Movie } from '../../template/movie/movie.ts';
import { leavesOf } from '../../template/tables/roles.ts';
import { naturalFrames } from '../../template/values/source-length.ts';
import type { PlannableCommand } from '../commands.ts';
import { NEW_SCENE_SECONDS } from './insert-command.ts';

/**
 * One step that adds an empty scene behind another one, or behind the choice or sequence which that is in: what is played
 * there is written, and not added. At the film's end without a scene.
 */
export function newSceneCommand(
  movie: Movie,
  { root }: TemplateDocument,
  behind: NodeId | null,
): PlannableCommand & { readonly type: 'scene/add' } {
  const duration = naturalFrames(NEW_SCENE_SECONDS, movie.frameRate);
  const last = childElements(root)
    .map(leavesOf)
    .find((leaves) => leaves.some(({ id }) => id === behind))
    ?.at(-1);
  const at = last === undefined ? movie.scenes.length : { after: last.id };
  return { type: 'scene/add', at, duration, source: null };
}
