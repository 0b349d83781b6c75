import type { Editor } from '#renderer/editor/editor.ts';
import { elementOf } from '#renderer/editor/selectors.ts';
import { textToWrite } from '#renderer/editor/view-state.ts';

/**
 * Starts editing the added and selected layer if it is a text, because the user types its content next. Otherwise the
 * typed letters would run actions of the editor.
 */
export function writeAdded(editor: Editor | null): void {
  if (editor === null) return;
  const { selection, document } = editor.document.state;
  const [layer, ...others] = selection.ids;
  if (layer === undefined || others.length > 0 || elementOf(document, layer)?.name !== 'text') return;
  textToWrite(editor).setState(layer);
}
