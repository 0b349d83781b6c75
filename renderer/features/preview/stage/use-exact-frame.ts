import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../../api/api-context.tsx';
import { problemWords } from '../../../api/client/problem-words.ts';
import { useEditorStore } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** A frame that the engine rendered. */
export interface ExactFrame {
  readonly url: string;
  readonly frame: number;
}

/** Has the engine render the frame at the playhead; what it gave stays until the playhead or the film moves on. */
export function useExactFrame(): {
  readonly exact: ExactFrame | null;
  readonly busy: boolean;
  readonly render: () => void;
} {
  const { client, region } = useApi();
  const store = useEditorStore();
  const toasts = useToast();
  const { preview } = useStrings();
  const [exact, setExact] = useState<ExactFrame | null>(null);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    if (asked === 0) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const { project, source, values, playhead: frame } = store.getState();
    const load = async () => {
      const answer = await client.open('renderFrame', {
        parameters: { region: await region(), project },
        body: { template: source.text, variables: JSON.stringify(values), frame: String(frame) },
        signal,
      });
      const url = URL.createObjectURL(await answer.blob());
      if (signal.aborted) URL.revokeObjectURL(url);
      else setExact({ url, frame });
    };
    load()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const { detail } = problemWords(error);
        toasts.show({ id: 'exact-frame', message: preview.exactFailed, detail, tone: 'danger' });
      })
      .finally(() => {
        if (!signal.aborted) setAsked(0);
      });
    return () => stopped.abort();
  }, [asked, client, region, store, toasts, preview]);

  // It is the truth about one frame of one film. Heard rather than read: who uses it need not be drawn at each frame.
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.movie === before.movie && now.playhead === before.playhead) return;
        setAsked(0);
        setExact(null);
      }),
    [store],
  );
  const url = exact?.url;
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url);
  }, [url]);

  const render = useCallback(() => setAsked((count) => count + 1), []);
  return { exact, busy: asked > 0, render };
}
