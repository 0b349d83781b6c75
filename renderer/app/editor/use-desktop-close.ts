import { useEffect } from 'react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';

/** Tells the desktop whether something is unsaved, and saves it before the window closes. */
export function useDesktopClose(): void {
  const desktop = useDesktop();
  const store = useEditorStore();
  const record = useEditingRecordStore();
  useEffect(() => {
    if (desktop === null) return;
    const tell = (unsaved: boolean) => void desktop.setUnsaved(unsaved);
    const isUnsaved = () => store.getState().saving.kind !== 'saved';
    let told = isUnsaved();
    tell(told);
    const stopTelling = store.subscribe(() => {
      if (isUnsaved() === told) return;
      told = !told;
      tell(told);
    });
    const stopListening = onDesktopEvent(window, 'closeRequested', ({ id }) => {
      // A text that cannot be saved is in the journal and is offered at the next start.
      const close = () => void desktop.answerClose({ id, stay: false });
      Promise.allSettled([store.actions.save(), record.flush()]).then(close, close);
    });
    return () => {
      stopTelling();
      stopListening();
      tell(false);
    };
  }, [desktop, store, record]);
}
