import { useEffect, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import type { RowPicture } from '../row/use-row-picture.ts';
import type { FrameTurns } from './frame-turns.ts';

/** The picture that answers a question, once its turn has come; the one before stays until then. */
export function useSheetPicture(turns: FrameTurns, question: string | null): RowPicture {
  const [picture, setPicture] = useState<RowPicture>({ kind: 'loading', url: null });
  useEffect(() => {
    if (question === null) return setPicture({ kind: 'loading', url: null });
    const stopped = new AbortController();
    const { signal } = stopped;
    setPicture((current) => ({ kind: 'loading', url: current.kind === 'failed' ? null : current.url }));
    turns.get(question, signal).then(
      (blob) => {
        if (!signal.aborted) setPicture({ kind: 'shown', url: URL.createObjectURL(blob) });
      },
      (error: unknown) => {
        if (!signal.aborted) setPicture({ kind: 'failed', reason: problemText(error) });
      },
    );
    return () => stopped.abort();
  }, [turns, question]);
  const url = picture.kind === 'failed' ? null : picture.url;
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);
  return picture;
}
