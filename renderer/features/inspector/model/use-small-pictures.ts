import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { versionsOf } from '#renderer/playback/decode/asset-versions.ts';
import { createMediaPort } from '#renderer/playback/decode/service-media.ts';
import { createProjectFrames } from '#renderer/playback/frames/project-frames.ts';
import { createScenePictures, type ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';

/**
 * Returns an object that composites small pictures of single scenes. `cacheBytes` is the limit of its cache of decoded
 * pictures. It pauses during playback and gestures. Null until it is created.
 */
export function useSceneThumbnails(cacheBytes: number): ScenePictures | null {
  const { client, queries } = useApi();
  const editor = useEditor();
  const project = useEditorValue(({ document }) => document.state.project);
  const [pictures, setPictures] = useState<ScenePictures | null>(null);
  useEffect(() => {
    const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
    const made = createScenePictures((scale) =>
      createProjectFrames(createMediaPort({ client, project, version }), { small: { scale, cacheBytes } }),
    );
    const rest = () => made.rest(editor.document.state.playing || editor.document.state.gesture !== null);
    rest();
    const unsubscribe = editor.document.subscribe(rest);
    setPictures(made);
    return () => {
      unsubscribe();
      made.dispose();
      setPictures(null);
    };
  }, [client, queries, project, editor, cacheBytes]);
  return pictures;
}
