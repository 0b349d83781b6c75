import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { NewThing } from '#shared/editing/insert/thing.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import { addThingCommand } from './where.ts';

/**
 * Adds things one after another, as one step together with what has the same key: the first may make the scene that
 * the others go into. Ends at the first that is refused.
 */
export function addThings(
  editor: EditorStore,
  things: readonly NewThing[],
  where: (thing: NewThing) => InsertWhere,
  key = `add ${crypto.randomUUID()}`,
): Result<null, Statement> {
  for (const thing of things) {
    const command = addThingCommand(editor.getState(), thing, where(thing));
    if (command === null) continue;
    const done = editor.actions.dispatch(command, { key, joins: true });
    if (!done.ok) return done;
  }
  return ok(null);
}
