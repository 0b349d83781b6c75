import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { textToWrite } from '#renderer/state/text-to-write.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** Takes the text that was just added, also before there was a picture, unless something else was selected since. */
export function useTextToWrite(write: (layer: NodeId) => void): void {
  const editor = useEditorStore();
  const wish = textToWrite(editor);
  const layer = useStore(wish);
  useEffect(() => {
    if (layer === null) return;
    wish.setState(null, true);
    const { ids } = editor.getState().selection;
    if (ids.length === 1 && ids[0] === layer) write(layer);
  }, [layer, wish, editor, write]);
}
