import { useMemo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type Version, versionOf } from './version.ts';

/** Returns the open template with unsaved edits, even if its text cannot be parsed. */
export function useOpenVersion(label: string): Version {
  const text = useEditorValue(({ document }) => document.state.text);
  const source = useEditorValue(({ document }) => document.state.source);
  const movie = useEditorValue(({ document }) => document.state.movie);
  const isBroken = useEditorValue(({ document }) => document.state.isTextBroken);
  return useMemo(() => ({ label, text, source, movie, isBroken }), [label, text, source, movie, isBroken]);
}

/** Returns a version with another text and the values of the open template; null without a text. */
export function useOtherVersion(label: string, text: string | null): Version | null {
  const values = useEditorValue(({ document }) => document.state.values);
  return useMemo(() => (text === null ? null : versionOf(label, text, values)), [label, text, values]);
}
