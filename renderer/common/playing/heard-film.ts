import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SoundOutput } from '#renderer/film/play/sound-output.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorStore } from '#renderer/state/editor-store.ts';

interface Heard {
  /** What plays the open film; undefined while nothing does. */
  readonly output: SoundOutput | undefined;
}

const heard = new WeakMap<EditorStore, StoreApi<Heard>>();

function heardOf(editor: EditorStore): StoreApi<Heard> {
  const known = heard.get(editor);
  if (known !== undefined) return known;
  const store = createStore<Heard>(() => ({ output: undefined }));
  heard.set(editor, store);
  return store;
}

/** Tells the editor's other parts what plays the open film. */
export function useShareOutput(output: SoundOutput | undefined): void {
  const editor = useEditorStore();
  useEffect(() => {
    const store = heardOf(editor);
    store.setState({ output });
    return () => store.setState({ output: undefined });
  }, [editor, output]);
}

/** What plays the open film; undefined while nothing does. */
export function useHeardOutput(): SoundOutput | undefined {
  return useStore(heardOf(useEditorStore()), ({ output }) => output);
}
