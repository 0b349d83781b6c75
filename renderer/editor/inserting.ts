import { type InsertTarget, insertCommand } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import type { Editor } from './editor.ts';
import type { EditorState } from './editor-state.ts';
import { selectSceneIds } from './selectors.ts';

/** Returns the insertion target at the playhead. It includes the selected scene if exactly one scene is selected. */
export function whereAtPlayhead(state: EditorState): InsertTarget {
  const [scene, ...others] = selectSceneIds(state);
  return { frame: state.playhead, scene: others.length > 0 ? null : (scene ?? null) };
}

/**
 * Returns the insertion target of captions. In a movie of several scenes, they are added over the whole movie, because the times
 * of a captions file count from the start of the movie.
 */
export function whereCaptions(state: EditorState, over?: 'film'): InsertTarget {
  const isOverAll = over === 'film' || (state.movie?.scenes.length ?? 0) > 1;
  return { ...whereAtPlayhead(state), ...(isOverAll && { over: 'film' }) };
}

/**
 * Returns the command that inserts an item into the open template; null without a movie. A new text gets the font of
 * the movie's first text. A new QR code gets the variable that looks like a URL.
 */
export function insertItemsCommand(
  state: EditorState,
  insertable: Insertable,
  target: InsertTarget = whereAtPlayhead(state),
): PlannableCommand | null {
  const { movie } = state;
  if (movie === null) return null;
  return insertCommand(movie, completed(insertable, movie, state), target);
}

/** Completes an item with values from the open template. */
function completed(insertable: Insertable, movie: Movie, state: EditorState): Insertable {
  if (insertable.kind === 'text' && insertable.font === undefined) {
    const font = filmFont(movie);
    return font === null ? insertable : { ...insertable, font };
  }
  if (insertable.kind !== 'code' || insertable.content !== undefined) return insertable;
  const name = addressVariable(state);
  return name === null ? insertable : { ...insertable, content: `\${${name}}` };
}

const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;
const ADDRESS_NAME = /(?:^|[_.-])(?:url|link|address|website|homepage|web|adresse)$/i;

/**
 * Returns the variable that looks like the URL of a page: by its value, or else by its name. Variables that layers use
 * as sources are excluded. Null if there is none.
 */
function addressVariable({ document, values }: Pick<EditorState, 'document' | 'values'>): string | null {
  const candidates = listVariables(document).variables.filter(
    ({ type, uses }) => type === 'text' && uses.every(({ attribute }) => attribute !== 'url' && attribute !== 'src'),
  );
  const currentText = ({ name, default: fallback }: Variable) => values[name] ?? fallback ?? '';
  const byValue = candidates.find((each) => ADDRESS.test(currentText(each)));
  // A QR code needs content, so a variable without a value would cause an error.
  const byName = candidates.find((each) => ADDRESS_NAME.test(each.name) && currentText(each) !== '');
  return (byValue ?? byName)?.name ?? null;
}

/** Returns the font family of the first text in the movie; null if there is none. */
function filmFont({ scenes, overlays }: Movie): string | null {
  for (const { layers } of [...scenes, ...overlays])
    for (const layer of withNestedLayers(layers)) {
      const [family] = layer.kind === 'text' ? layer.style.families : [];
      if (family !== undefined) return family;
    }
  return null;
}

/** Gives a command that adds the first of several items the name of the whole step. Returns other commands unchanged. */
export function asStepOf(command: PlannableCommand, kinds: readonly Insertable['kind'][]): PlannableCommand {
  const count = kinds.length;
  if (count <= 1) return command;
  const sounds = kinds.filter((kind) => kind === 'audio').length;
  const code = sounds === 0 ? 'step/add-layers' : sounds === count ? 'step/add-sounds' : 'step/add-items';
  return { type: 'batch', label: message(code, { count }), commands: [command] };
}

/**
 * Inserts items one after another. They share a merge key, so they become one step. The first item can create the scene
 * for the others. A refusal stops the insertion.
 */
export function insertItems(
  editor: Editor,
  insertables: readonly Insertable[],
  targetOf: (insertable: Insertable) => InsertTarget,
  key = `add ${crypto.randomUUID()}`,
): Result<null, Message> {
  const kinds = insertables.map(({ kind }) => kind);
  for (const insertable of insertables) {
    const command = insertItemsCommand(editor.document.state, insertable, targetOf(insertable));
    if (command === null) continue;
    const result = editor.document.dispatch(asStepOf(command, kinds), { key, joins: true });
    if (!result.ok) return result;
  }
  return ok(null);
}
