import type { ActionPorts } from '../../../actions/model/ports.ts';
import type { EditorStore } from '../../../state/editor-store.ts';
import { elementOf } from '../../../state/selectors.ts';

/**
 * Goes on to write in what was just added and is selected, where it is a text: whoever adds one types what it shall say.
 * Letters that do not go into it would be keys of the editor, and take the film apart.
 */
export function writeAdded(editor: EditorStore | null, { stage }: Partial<ActionPorts>): void {
  const state = editor?.getState();
  const [layer, ...others] = state?.selection.ids ?? [];
  if (state === undefined || layer === undefined || others.length > 0) return;
  if (elementOf(state.document, layer)?.name === 'text') stage?.writeNew(layer);
}
