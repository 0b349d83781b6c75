import { useMemo } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { type Version, versionOf } from './version.ts';

/** Returns the open template in its current state, including a text that cannot be parsed. */
export function useOpenVersion(label: string): Version {
  const text = useEditor((state) => state.text);
  const source = useEditor((state) => state.source);
  const movie = useEditor((state) => state.movie);
  const isBroken = useEditor((state) => state.isTextBroken);
  return useMemo(() => ({ label, text, source, movie, isBroken }), [label, text, source, movie, isBroken]);
}

/** Returns a version of the open template that has another text and the same values. */
export function useOtherVersion(label: string, text: string | null): Version | null {
  const values = useEditor((state) => state.values);
  return useMemo(() => (text === null ? null : versionOf(label, text, values)), [label, text, values]);
}
