import type { EditorState } from '#renderer/state/editor-state.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { type InsertWhere, insertCommand } from '#shared/editing/insert/insert-command.ts';
import type { NewThing } from '#shared/editing/insert/thing.ts';
import { withInner } from '#shared/template/movie/inner-layers.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** Where something goes that is added at the playhead: into the scene that is worked on, if it is there. */
export function whereAtPlayhead(state: EditorState): InsertWhere {
  const [scene, ...others] = selectSceneIds(state);
  return { frame: state.playhead, scene: others.length > 0 ? null : (scene ?? null) };
}

/** The command that adds a thing to the open template; null while it has no film. A text is set in the film's font. */
export function addThingCommand(
  state: EditorState,
  thing: NewThing,
  where: InsertWhere = whereAtPlayhead(state),
): PlannableCommand | null {
  const { movie } = state;
  if (movie === null) return null;
  const font = thing.kind === 'text' && thing.font === undefined ? filmFont(movie) : null;
  return insertCommand(movie, font === null || thing.kind !== 'text' ? thing : { ...thing, font }, where);
}

/** The family that the film's first text asks for; null where none does. */
function filmFont({ scenes, overlays }: Movie): string | null {
  for (const { layers } of [...scenes, ...overlays])
    for (const layer of withInner(layers)) {
      const [family] = layer.kind === 'text' ? layer.style.families : [];
      if (family !== undefined) return family;
    }
  return null;
}
