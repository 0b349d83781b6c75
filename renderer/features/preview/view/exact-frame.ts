import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useEditorStore } from '#renderer/editor/editor-context.tsx';
import { type HiddenLayers, hiddenLayersOf } from '#renderer/editor/view-state.ts';
import type { Screen } from '#renderer/playback/frames/screen.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** A frame that the engine rendered. */
export interface ExactFrame {
  readonly url: string;
  readonly frame: number;
}

/** Milliseconds that the playhead and the film have to rest before the engine is asked by itself. */
const RESTS = 250;

function isLeavingOut({ written, only }: HiddenLayers): boolean {
  return written !== null || only !== null;
}

/**
 * Has the engine render the frame at the playhead; what it gave stays until the playhead or the film moves on.
 * @param screen Undefined before there is one.
 */
export function useExactFrame(screen: Screen | undefined): {
  readonly exact: ExactFrame | null;
  readonly busy: boolean;
  /** Why the engine could not render it; null where nothing is known against it. */
  readonly refused: string | null;
  readonly render: () => void;
} {
  const { client, region } = useApi();
  const store = useEditorStore();
  const toasts = useToast();
  const { preview } = useStrings();
  const [exact, setExact] = useState<ExactFrame | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  /** Whether nobody asked: then a frame that cannot be had is told over the picture alone. */
  const byItself = useRef(false);

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
      else {
        setExact({ url, frame });
        setRefused(null);
      }
    };
    load()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const { detail } = problemWords(error);
        setRefused(detail);
        if (byItself.current) return;
        toasts.show({ id: 'exact-frame', message: preview.exactFailed, detail, tone: 'danger' });
      })
      .finally(() => {
        if (!signal.aborted) setAsked(0);
      });
    return () => stopped.abort();
  }, [asked, client, region, store, toasts, preview]);

  // The engine knows nothing of what is left out for the moment: its picture would show it.
  useEffect(
    () =>
      hiddenLayersOf(store).subscribe(() => {
        setAsked(0);
        setExact(null);
      }),
    [store],
  );
  // It is the truth about one frame of one film. Heard rather than read: who uses it need not be drawn at each frame.
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.movie === before.movie && now.playhead === before.playhead) return;
        setAsked(0);
        setExact(null);
        setRefused(null);
      }),
    [store],
  );
  // What the preview cannot draw the engine draws as soon as the playhead rests on it.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      const state = store.getState();
      const isNeeded = screen?.shown().byEngine === true;
      if (
        !state.playing &&
        state.previewedFrame === null &&
        isNeeded &&
        !isLeavingOut(hiddenLayersOf(store).getState())
      )
        timer = setTimeout(() => {
          byItself.current = true;
          setAsked((count) => count + 1);
        }, RESTS);
    };
    plan();
    const stop = store.subscribe((now, before) => {
      const isSame = now.movie === before.movie && now.playhead === before.playhead;
      if (!isSame || now.playing !== before.playing || now.previewedFrame !== before.previewedFrame) plan();
    });
    const stopUnseen = hiddenLayersOf(store).subscribe(plan);
    const forget = screen?.subscribe(plan);
    return () => {
      stop();
      stopUnseen();
      forget?.();
      clearTimeout(timer);
    };
  }, [store, screen]);
  const url = exact?.url;
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url);
  }, [url]);

  const render = useCallback(() => {
    byItself.current = false;
    setAsked((count) => count + 1);
  }, []);
  return { exact, busy: asked > 0, refused, render };
}
