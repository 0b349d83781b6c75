import { useMemo, useRef } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { useBetweenGestures } from '#renderer/state/use-between-gestures.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { secondsToFrames } from '#shared/template/values/frame-rate.ts';
import { useSmallPictures } from '../model/use-small-pictures.ts';
import { sceneOfLayer, shownFrame } from './sample-scene.ts';

/** Decoded pictures of the one video that is shown with effects. */
const CACHE_BYTES = 16 * 2 ** 20;

/** Finer pictures than by so many seconds are not asked for: they are small, and made one by one. */
const STEP = 0.5;

/** What shows a layer at the playhead with effects that no shader draws; null where there is nothing to show. */
export function useComposed(layer: Layer | null) {
  const pictures = useSmallPictures(CACHE_BYTES);
  const movie = useBetweenGestures((state) => state.movie);
  const now = useEditor((state) => (state.playing || layer === null ? null : frameNow(state, layer)));
  // While it plays, the picture before stays.
  const held = useRef(now);
  if (now !== null) held.current = now;
  const frame = held.current;
  const scene = sceneOfLayer(movie, layer);
  const shown = useMemo(
    () => (layer === null || scene === null || frame === null ? null : { layer, scene, frame }),
    [layer, scene, frame],
  );
  return useMemo(
    () => (pictures === null || movie === null || shown === null ? null : { pictures, movie, shown }),
    [pictures, movie, shown],
  );
}

function frameNow({ movie, playhead }: EditorState, layer: Layer): number | null {
  if (movie === null) return null;
  return shownFrame(movie, layer, playhead, Math.max(1, secondsToFrames(STEP, movie.frameRate)));
}
