import type { EditorStore } from '#renderer/state/editor-store.ts';
import { elementOf } from '#renderer/state/selectors.ts';
import { textToWrite } from '#renderer/state/text-to-write.ts';

/**
 * Goes on to write in what was just added and is selected, where it is a text: whoever adds one types what it shall say.
 * Letters that do not go into it would be keys of the editor, and take the film apart.
 */
export function writeAdded(editor: EditorStore | null): void {
  if (editor === null) return;
  const { selection, document } = editor.getState();
  const [layer, ...others] = selection.ids;
  if (layer === undefined || others.length > 0 || elementOf(document, layer)?.name !== 'text') return;
  textToWrite(editor).setState(layer);
}
