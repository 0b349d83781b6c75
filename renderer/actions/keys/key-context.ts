import { isPointed } from '#renderer/ui/keyboard/pointed.ts';
import type { KeyContext } from './key-press.ts';
import { hasOwnUndo, isUndoPress } from './own-undo.ts';

const textInputs = 'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select';
const popups = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const pressed = 'button, a[href], summary, [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab]';
const arrowed = 'input[type=range], [role=slider], [role=radio], [role=tab], [role=separator]';

/** Where a key press happens, as far as it decides about actions. */
export function keyContextOf(event: KeyboardEvent): KeyContext {
  const target = event.target instanceof Element ? event.target : document.body;
  const inText =
    target.matches(textInputs) || target.closest('[contenteditable]:not([contenteditable=false]), .cm-editor') !== null;
  return {
    inText: inText && (!isUndoPress(event) || hasOwnUndo(target)),
    // One that closes takes no keys anymore: Ctrl+K opens the palette while it still fades out.
    inDialog:
      target.closest(popups)?.matches(':not([data-closed])') === true ||
      document.querySelector('[data-modal-dialog]:not([data-closed])') !== null,
    area: target.closest('[data-area]')?.getAttribute('data-area') ?? '',
    takesKey: takesKey(event, target),
  };
}

/** A control that the pointer was last on gives its keys to the editor: Space plays after a click on a button. */
function takesKey({ key, ctrlKey, metaKey }: KeyboardEvent, target: Element): boolean {
  if (ctrlKey || metaKey) return false;
  if (key === ' ' || key === 'Enter') return target.matches(pressed) && !isPointed(target);
  if (/^(Arrow|Home|End|Page)/.test(key)) return target.closest(arrowed) !== null;
  return false;
}
