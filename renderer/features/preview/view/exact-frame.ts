import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { HiddenLayers } from '#renderer/editor/view-state.ts';
import type { Screen } from '#renderer/playback/frames/screen.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** A frame that the engine rendered. */
export interface ExactFrame {
  readonly url: string;
  readonly frame: number;
}

/** The delay in milliseconds between a change of the playhead or the movie and the automatic request of the frame. */
const REST_MILLISECONDS = 250;

function hidesLayers({ written, only }: HiddenLayers): boolean {
  return written !== null || only !== null;
}

/**
 * Returns the engine's frame at the playhead and a function that requests it. The frame is dropped when the playhead or
 * the movie changes.
 * @param screen Undefined until it is ready.
 */
export function useExactFrame(screen: Screen | undefined): {
  readonly exact: ExactFrame | null;
  readonly busy: boolean;
  /** The reason why the engine could not render the frame; null if the last request did not fail. */
  readonly refused: string | null;
  readonly render: () => void;
} {
  const { client, region } = useApi();
  const editor = useEditor();
  const toasts = useToast();
  const { preview } = useStrings();
  const [exact, setExact] = useState<ExactFrame | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [requests, setRequests] = useState(0);
  /** Whether the request was automatic. A failure is then shown only over the picture, without a toast. */
  const isAutomatic = useRef(false);

  useEffect(() => {
    if (requests === 0) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const { project, source, values, playhead: frame } = editor.document.state;
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
        if (isAutomatic.current) return;
        toasts.show({ id: 'exact-frame', message: preview.exactFailed, detail, tone: 'danger' });
      })
      .finally(() => {
        if (!signal.aborted) setRequests(0);
      });
    return () => stopped.abort();
  }, [requests, client, region, editor, toasts, preview]);

  // The engine renders layers that are hidden in the preview, so drop its frame when the hidden layers change.
  useEffect(
    () =>
      editor.view.subscribe((now, before) => {
        if (now.hidden === before.hidden) return;
        setRequests(0);
        setExact(null);
      }),
    [editor],
  );
  // Drop the frame when the movie or the playhead changes. A selector would render the component for each frame of
  // playback, so use a subscription.
  useEffect(
    () =>
      editor.document.subscribe((now, before) => {
        if (now.movie === before.movie && now.playhead === before.playhead) return;
        setRequests(0);
        setExact(null);
        setRefused(null);
      }),
    [editor],
  );
  // Request the engine's frame when the playhead rests at a frame that the preview cannot draw.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      const state = editor.document.state;
      const isNeeded = screen?.current().byEngine === true;
      if (!state.playing && state.previewedFrame === null && isNeeded && !hidesLayers(editor.view.state.hidden))
        timer = setTimeout(() => {
          isAutomatic.current = true;
          setRequests((count) => count + 1);
        }, REST_MILLISECONDS);
    };
    plan();
    const stop = editor.document.subscribe((now, before) => {
      const isSame = now.movie === before.movie && now.playhead === before.playhead;
      if (!isSame || now.playing !== before.playing || now.previewedFrame !== before.previewedFrame) plan();
    });
    const stopHidden = editor.view.subscribe((now, before) => {
      if (now.hidden !== before.hidden) plan();
    });
    const stopScreen = screen?.subscribe(plan);
    return () => {
      stop();
      stopHidden();
      stopScreen?.();
      clearTimeout(timer);
    };
  }, [editor, screen]);
  const url = exact?.url;
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url);
  }, [url]);

  const render = useCallback(() => {
    isAutomatic.current = false;
    setRequests((count) => count + 1);
  }, []);
  return { exact, busy: requests > 0, refused, render };
}
