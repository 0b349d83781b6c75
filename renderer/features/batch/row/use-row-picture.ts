import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { frameQuery, loadRowFrame, type RowPictureInput } from './load-row-frame.ts';

export type RowPicture =
  | { readonly kind: 'loading'; readonly url: string | null }
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The debounce delay in milliseconds before a request, so that rows that the user only passes are not rendered. */
const WAIT_MILLISECONDS = 120;
const WIDTH = 480;

/** Returns a frame of a row's film as the engine renders it; the previous picture until it is available. */
export function useRowPicture(input: RowPictureInput | null): RowPicture {
  const api = useApi();
  const [picture, setPicture] = useState<RowPicture>({ kind: 'loading', url: null });
  const query = input === null ? null : frameQuery(input, WIDTH);
  useEffect(() => {
    if (query === null) return setPicture({ kind: 'loading', url: null });
    const stopped = new AbortController();
    const { signal } = stopped;
    const load = async () => {
      const url = URL.createObjectURL(await loadRowFrame(api, query, signal));
      if (signal.aborted) URL.revokeObjectURL(url);
      else setPicture({ kind: 'shown', url });
    };
    setPicture((current) => ({ kind: 'loading', url: current.kind === 'failed' ? null : current.url }));
    const timer = setTimeout(
      () =>
        load().catch((error: unknown) => {
          if (!signal.aborted) setPicture({ kind: 'failed', reason: problemText(error) });
        }),
      WAIT_MILLISECONDS,
    );
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [query, api]);
  const url = picture.kind === 'failed' ? null : picture.url;
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);
  return picture;
}
