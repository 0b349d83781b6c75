import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { versionsOf } from '#renderer/film/decode/asset-versions.ts';
import { createMediaPort } from '#renderer/film/decode/service-media.ts';
import { createFrameSource } from '#renderer/film/frames/frame-source.ts';
import { createScenePictures, type ScenePictures } from '#renderer/film/strips/scene-pictures.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';

/**
 * Composes small pictures of scenes by themselves, as the preview does, with so many bytes for decoded ones. It rests while
 * the film plays or changes. Null at first.
 */
export function useSmallPictures(cacheBytes: number): ScenePictures | null {
  const { client, queries } = useApi();
  const editor = useEditorStore();
  const project = useEditor((state) => state.project);
  const [pictures, setPictures] = useState<ScenePictures | null>(null);
  useEffect(() => {
    const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
    const made = createScenePictures((scale) =>
      createFrameSource(createMediaPort({ client, project, version }), { small: { scale, cacheBytes } }),
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
  }, [client, queries, project, editor, cacheBytes]);
  return pictures;
}
