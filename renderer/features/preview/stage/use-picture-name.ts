import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectSceneAtPlayhead, selectTotal } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';

/** The picture in words, for those who do not see it; while it plays they do not change with every frame. */
export function usePictureName(): string {
  const { preview } = useStrings();
  const frame = useEditor((state) => (state.playing ? null : state.playhead));
  const total = useEditor(selectTotal);
  const scene = useEditor((state) => (state.playing ? null : (selectSceneAtPlayhead(state)?.scene.name ?? null)));
  if (frame === null) return preview.playing;
  return scene === null
    ? preview.picture(String(frame), String(total))
    : preview.pictureOfScene(String(frame), String(total), scene);
}
