import type { EditorStore } from '#renderer/state/editor-store.ts';
import { selectNodes } from '#shared/editing/selection.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { goOut, nextLayer, nudge, scaleBy } from './stage-actions.ts';
import { type StageKey, stageKey } from './stage-keys.ts';

export interface StageKeyboardOptions {
  readonly editor: EditorStore;
  /** Those that are played and not locked. */
  readonly touchable: readonly LayerBox[];
  /** Those of them that are selected. */
  readonly selected: readonly LayerBox[];
  readonly write: (layer: NodeId) => void;
  /** Says why something could not be done. */
  readonly tell: (result: Result<unknown, Statement>) => void;
}

/** What keys do while the stage has the focus. What means nothing here is left to the window. */
export function stageKeyboard(options: StageKeyboardOptions) {
  return (event: React.KeyboardEvent): void => {
    const key = event.target === event.currentTarget ? stageKey(event) : null;
    if (key !== null && isDone(key, options)) event.preventDefault();
  };
}

/** Does what a key means; false where that is nothing here. */
function isDone(key: StageKey, { editor, touchable, selected, write, tell }: StageKeyboardOptions): boolean {
  const [box] = selected;
  switch (key.kind) {
    case 'move':
    case 'scale':
      // Without a layer arrows go through the film.
      if (box === undefined) return false;
      tell(key.kind === 'move' ? nudge(editor, selected, key.by) : scaleBy(editor, selected, key.percent));
      return true;
    case 'next': {
      const next = nextLayer(touchable, editor.getState().selection.primary, key.direction);
      if (next !== null) editor.actions.select(selectNodes([next]));
      return next !== null;
    }
    case 'enter':
      return box !== undefined && isEntered(box, editor, write);
    case 'out':
      return goOut(editor);
    default:
      return key satisfies never;
  }
}

function isEntered({ layer }: LayerBox, editor: EditorStore, write: (layer: NodeId) => void): boolean {
  if (layer.kind === 'text') {
    write(layer.id);
    return true;
  }
  const topmost = layer.kind === 'group' ? layer.layers.at(-1) : undefined;
  if (topmost !== undefined) editor.actions.select(selectNodes([topmost.id]));
  return topmost !== undefined;
}
