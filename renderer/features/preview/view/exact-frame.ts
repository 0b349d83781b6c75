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

/**
 * The time in milliseconds for which the playhead and the movie must rest before a frame is requested automatically.
 */
const REST_MILLISECONDS = 250;

function hidesLayers({ written, only }: HiddenLayers): boolean {
  return written !== null || only !== null;
}

/**
 * Returns the engine's frame at the playhead with a function that requests it. The frame stays until the playhead or
 * the movie changes.
 * @param screen Undefined until it is ready.
 */
export function useExactFrame(screen: Screen | undefined): {
  readonly exact: ExactFrame | null;
  readonly busy: boolean;
  /** The reason why the engine could not render the frame; null if no request has failed. */
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
  /** Whether the request was automatic. If it fails, only the picture shows that, and no toast. */
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

  // The frame of the engine includes hidden layers, so it is dropped when other layers are hidden.
  useEffect(
    () =>
      editor.view.subscribe((now, before) => {
        if (now.hidden === before.hidden) return;
        setRequests(0);
        setExact(null);
      }),
    [editor],
  );
  // The frame belongs to one movie and one playhead position. A selector would render the component for each frame of
  // playback, so a subscription is used.
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
  // If the preview cannot draw a frame, the engine renders it when the playhead rests there.
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
