import type { Editor } from '#renderer/editor/editor.ts';
import { elementOf } from '#renderer/editor/selectors.ts';

/**
 * Starts editing the layer that was just added if it is a text. Typed letters then become its content instead of
 * running actions of the editor.
 */
export function startTypingAdded(editor: Editor | null): void {
  if (editor === null) return;
  const { selection, document } = editor.document.state;
  const [layer, ...others] = selection.ids;
  if (layer === undefined || others.length > 0 || elementOf(document, layer)?.name !== 'text') return;
  editor.view.set({ textToWrite: layer });
}
