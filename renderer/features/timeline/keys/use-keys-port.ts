import { useEffect, useMemo, useRef } from 'react';
import type { KeysPort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { keysInFrames, selectedKeys } from '#renderer/common/keys/selected-keys.ts';
import { useKeyStore } from '#renderer/common/keys/use-keys.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { keysToClipboard } from '#shared/editing/clipboard.ts';
import { copiedSources, pastedKeys } from './copy-keys.ts';
import { duplicateSelected, removeSelected } from './move-keys.ts';

/** Offers keyframes to what copies, cuts, pastes and deletes. */
export function useKeysPort(): void {
  const editor = useEditorStore();
  const store = useKeyStore();
  const toasts = useToast();
  const onRow = useRef(false);
  useEffect(() => {
    const followFocus = ({ target }: FocusEvent) => {
      // In a menu it is still that on which the menu was opened that is worked on.
      if (!(target instanceof Element) || target.closest('[role=menu]') !== null) return;
      onRow.current = target.closest('[data-row=property], [data-key-point]') !== null;
    };
    document.addEventListener('focusin', followFocus);
    return () => document.removeEventListener('focusin', followFocus);
  }, []);
  const port = useMemo((): KeysPort => {
    const chosen = () => selectedKeys(editor.getState(), store.getState().selected);
    return {
      inHand: () => onRow.current && chosen().length > 0,
      copied: () => {
        const { document, movie } = editor.getState();
        return keysToClipboard(document, copiedSources(document, chosen()), movie?.frameRate ?? null);
      },
      duplicate: () => void duplicateSelected(editor),
      remove: () => void removeSelected(editor),
      paste: (content) => {
        const state = editor.getState();
        const pasted = pastedKeys(state, content, state.selection.ids);
        const done = pasted.ok ? editor.actions.dispatch(pasted.value.command) : pasted;
        if (!done.ok) toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
        else if (pasted.ok) store.setState({ selected: keysInFrames(editor.getState(), pasted.value.places) });
      },
    };
  }, [editor, store, toasts]);
  useActionPort('keys', port);
}
