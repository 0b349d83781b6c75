import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { createScenePictures, type ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';

/**
 * Returns an object that draws thumbnails of single scenes; null until it is created. It pauses during playback and
 * gestures.
 * @param cacheBytes The cache limit of decoded pictures in bytes.
 */
export function useSceneThumbnails(cacheBytes: number): ScenePictures | null {
  const api = useApi();
  const editor = useEditor();
  const project = useEditorValue(({ document }) => document.state.project);
  const [pictures, setPictures] = useState<ScenePictures | null>(null);
  useEffect(() => {
    const created = createScenePictures(createProjectMedia(api, project), cacheBytes);
    const updatePause = () => created.rest(editor.document.state.playing || editor.document.state.gesture !== null);
    updatePause();
    const unsubscribe = editor.document.subscribe(updatePause);
    setPictures(created);
    return () => {
      unsubscribe();
      created.dispose();
      setPictures(null);
    };
  }, [api, project, editor, cacheBytes]);
  const { data: assets } = useAssets(project);
  // An existing source can have other content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new assets require a refresh
  useEffect(() => pictures?.refresh(), [pictures, assets]);
  return pictures;
}
