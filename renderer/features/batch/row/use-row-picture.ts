import { useEffect, useState } from 'react';
import { useApi } from '../../../api/api-context.tsx';
import { problemText } from '../../../api/client/problem-words.ts';

export type RowPicture =
  | { readonly kind: 'loading'; readonly url: string | null }
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Nobody looks at rows that only pass by. */
const WAIT_MILLISECONDS = 120;
const WIDTH = 480;

export interface RowPictureInput {
  readonly project: string;
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
  readonly frame: number;
  /** Pixels of the film. */
  readonly filmWidth: number;
}

/** A frame of a row's film, as the engine renders it; the picture before stays until the next is there. */
export function useRowPicture(input: RowPictureInput | null): RowPicture {
  const { client, region } = useApi();
  const [picture, setPicture] = useState<RowPicture>({ kind: 'loading', url: null });
  const question =
    input === null
      ? null
      : JSON.stringify({ ...input, values: Object.fromEntries(input.values), width: Math.min(WIDTH, input.filmWidth) });
  useEffect(() => {
    if (question === null) return setPicture({ kind: 'loading', url: null });
    const stopped = new AbortController();
    const { signal } = stopped;
    const asked: Omit<RowPictureInput, 'values'> & { values: object; width: number } = JSON.parse(question);
    const load = async () => {
      const answer = await client.open('renderFrame', {
        parameters: { region: await region(), project: asked.project },
        body: {
          template: asked.text,
          variables: JSON.stringify(asked.values),
          frame: String(asked.frame),
          width: String(asked.width),
        },
        signal,
      });
      const url = URL.createObjectURL(await answer.blob());
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
  }, [question, client, region]);
  const url = picture.kind === 'failed' ? null : picture.url;
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);
  return picture;
}
