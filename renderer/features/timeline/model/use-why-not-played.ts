import { useCallback } from 'react';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import { useEditorStore } from '../../../state/editor-context.tsx';
import type { EditorState } from '../../../state/editor-state.ts';
import { useSteady } from '../../../state/use-steady.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { sayWhyNotPlayed, whyNotPlayed } from './why-not-played.ts';

/** Why a scene or layer is not played, in words; null where it is. */
export function useWhyNotPlayed({ id, enabled }: { readonly id: NodeId; readonly enabled: boolean }): string | null {
  const { timeline: words } = useStrings();
  const store = useEditorStore();
  // A film is shown of the same document and values as long as it is the same.
  const read = useCallback(() => {
    if (enabled) return null;
    const { document, values } = store.getState();
    return sayWhyNotPlayed(whyNotPlayed({ document, values: new Map(Object.entries(values)) }, id), words);
  }, [store, enabled, id, words]);
  return useSteady(movieOf, read, Object.is);
}

function movieOf({ movie }: EditorState) {
  return movie;
}
