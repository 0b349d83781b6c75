import { useEffect } from 'react';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { keyContextOf } from '../keys/key-context.ts';
import { actionOfPress, refusedByPress } from '../keys/key-press.ts';
import { hasOwnUndo, isUndoPress } from '../keys/own-undo.ts';
import type { Action } from '../model/action.ts';
import type { ActionContext } from '../model/action-context.ts';
import { eventClipboard } from '../model/clipboard-access.ts';
import type { ActionRuntime } from './action-runtime.ts';

/** Runs actions by their keys. What a control has taken for itself (`preventDefault`) is not looked at. */
export function useActionKeys(runtime: ActionRuntime): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const place = keyContextOf(event);
      const context = runtime.context();
      const setting = { actions: runtime.actions, bindings: runtime.bindings.getState(), context, mac: isMac };
      const action = actionOfPress(event, place, setting);
      const isForeignUndo = isUndoPress(event) && !(event.target instanceof Element && hasOwnUndo(event.target));
      if (isForeignUndo) event.preventDefault();
      if (action === null) return sayWhyNot(refusedByPress(event, place, setting), context);
      // The browser turns copy, cut and paste into events of their own, which bring the clipboard.
      if (action.clipboardEvent !== undefined) return;
      event.preventDefault();
      runtime.run(action.id);
    };
    const onClipboard = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event)) return;
      const action = runtime.actions.find(({ clipboardEvent }) => clipboardEvent === event.type);
      if (action !== undefined) runtime.run(action.id, eventClipboard(event));
    };
    window.addEventListener('keydown', onKeyDown);
    for (const type of clipboardEvents) document.addEventListener(type, onClipboard);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      for (const type of clipboardEvents) document.removeEventListener(type, onClipboard);
    };
  }, [runtime]);
}

/** Says in a line why a key does nothing now, as a menu says it of its entry. */
function sayWhyNot(refused: Action | null, context: ActionContext): void {
  const { toasts, strings } = context;
  const message = refused?.clipboardEvent === undefined ? refused?.whyNot?.(strings, context) : undefined;
  if (message !== undefined) toasts.show({ id: 'refused', message, tone: 'warning' });
}

const clipboardEvents = ['copy', 'cut', 'paste'] as const;

/** In a text field or a dialog, or while text is selected: that is what is copied. */
function isElsewhere(event: ClipboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (
    target.closest('input, textarea, [contenteditable]:not([contenteditable=false]), .cm-editor, [role=dialog]') !==
    null
  )
    return true;
  return event.type !== 'paste' && (document.getSelection()?.isCollapsed ?? true) === false;
}
