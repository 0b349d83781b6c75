import { useCallback } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { useSteady } from '#renderer/state/use-steady.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import { saySkippedBy, sayWhyNotPlayed, type WhyNotPlayed, whyNotPlayed } from './why-not-played.ts';

interface Played {
  readonly id: NodeId;
  readonly enabled: boolean;
}

/** Why a scene or layer is not played, in words; null where it is. */
export function useWhyNotPlayed(played: Played): string | null {
  return useReason(played, sayWhyNotPlayed);
}

/** The values that a scene or layer is left out for, in few words; null where it is played. */
export function useSkippedBy(played: Played): string | null {
  return useReason(played, saySkippedBy);
}

function useReason({ id, enabled }: Played, say: (why: WhyNotPlayed, words: Catalogue['timeline']) => string) {
  const { timeline: words } = useStrings();
  const store = useEditorStore();
  // A film is shown of the same document and values as long as it is the same.
  const read = useCallback(() => {
    if (enabled) return null;
    const { document, values } = store.getState();
    return say(whyNotPlayed({ document, values: new Map(Object.entries(values)) }, id), words);
  }, [store, enabled, id, words, say]);
  return useSteady(movieOf, read, Object.is);
}

function movieOf({ movie }: EditorState) {
  return movie;
}
