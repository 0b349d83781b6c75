import type { EditorState } from '#renderer/state/editor-state.ts';
import { say } from '#renderer/strings/say.ts';
import type { EditorCommand } from '#shared/editing/commands.ts';
import type { ActionContext } from '../model/action-context.ts';

/** The open template's state; null outside of the editor. */
export function stateOf({ editor }: ActionContext): EditorState | null {
  return editor?.getState() ?? null;
}

/** Does it, and says why where it can't be done. */
export function dispatch({ editor, toasts }: ActionContext, command: EditorCommand): boolean {
  const result = editor?.actions.dispatch(command);
  if (result?.ok === false) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
  return result?.ok === true;
}
