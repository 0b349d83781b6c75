type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields with uncommitted typing. */
const typed = new WeakSet<TextField>();
const valueAtEntry = new WeakMap<TextField, string>();

/** Returns whether a key press is undo or redo. */
export function isUndoPress({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);
}

/**
 * Returns whether the browser's undo applies to an element: to editable text, and to a field with uncommitted typing.
 * In other elements, Chromium would undo typing in another field, and the editor would get no event.
 */
export function hasOwnUndo(element: Element): boolean {
  return isTextField(element)
    ? typed.has(element)
    : element.closest('[contenteditable]:not([contenteditable=false]), .cm-editor') !== null;
}

function isTextField(element: EventTarget | null): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

if (typeof document !== 'undefined') {
  const forget = ({ target }: Event) => {
    if (!isTextField(target)) return;
    typed.delete(target);
    valueAtEntry.set(target, target.value);
  };
  document.addEventListener('focusin', forget, { capture: true });
  document.addEventListener('focusout', forget, { capture: true });
  document.addEventListener(
    'keydown',
    (event) => {
      const isTaken =
        event.key === 'Enter' && (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey);
      if (isTaken || event.key === 'Escape') forget(event);
    },
    { capture: true },
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!isTextField(target)) return;
      if (target.value === valueAtEntry.get(target)) typed.delete(target);
      else typed.add(target);
    },
    { capture: true },
  );
  // Handle the context menu of text fields, which also has Undo and Redo.
  document.addEventListener(
    'beforeinput',
    (event) => {
      const isUndo = event.inputType === 'historyUndo' || event.inputType === 'historyRedo';
      if (isUndo && event.target instanceof Element && !hasOwnUndo(event.target)) event.preventDefault();
    },
    { capture: true },
  );
}
