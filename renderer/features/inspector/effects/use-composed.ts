import { useEffect, useMemo, useRef, useState } from 'react';
import type { Layer } from '../../../../shared/template/movie/movie.ts';
import { secondsToFrames } from '../../../../shared/template/values/frame-rate.ts';
import { useApi } from '../../../api/api-context.tsx';
import { queryKeys } from '../../../api/client/query-keys.ts';
import { versionsOf } from '../../../film/decode/asset-versions.ts';
import { createMediaPort } from '../../../film/decode/service-media.ts';
import { createFrameSource } from '../../../film/frames/frame-source.ts';
import { createScenePictures, type ScenePictures } from '../../../film/strips/scene-pictures.ts';
import { useEditor, useEditorStore } from '../../../state/editor-context.tsx';
import type { EditorState } from '../../../state/editor-state.ts';
import { useBetweenGestures } from '../../../state/use-between-gestures.ts';
import { sceneOfLayer, shownFrame } from './sample-scene.ts';

/** Decoded pictures of the one video that is shown with effects. */
const CACHE_BYTES = 16 * 2 ** 20;

/** Finer pictures than by so many seconds are not asked for: they are small, and made one by one. */
const STEP = 0.5;

/** What shows a layer at the playhead with effects that no shader draws; null where there is nothing to show. */
export function useComposed(layer: Layer | null) {
  const pictures = useEffectPictures();
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

/** Composes small pictures of layers with effects, as the preview does. It rests while the film plays or changes. */
function useEffectPictures(): ScenePictures | null {
  const { client, queries } = useApi();
  const editor = useEditorStore();
  const project = useEditor((state) => state.project);
  const [pictures, setPictures] = useState<ScenePictures | null>(null);
  useEffect(() => {
    const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
    const made = createScenePictures((scale) =>
      createFrameSource(createMediaPort({ client, project, version }), { small: { scale, cacheBytes: CACHE_BYTES } }),
    );
    const rest = () => made.rest(editor.getState().playing || editor.getState().gesture !== null);
    rest();
    const unsubscribe = editor.subscribe(rest);
    setPictures(made);
    return () => {
      unsubscribe();
      made.dispose();
      setPictures(null);
    };
  }, [client, queries, project, editor]);
  return pictures;
}
