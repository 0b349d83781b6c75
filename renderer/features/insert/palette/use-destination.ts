import { whereAtPlayhead } from '#renderer/common/inserting/where.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { sceneFor } from '#shared/editing/insert/insert-command.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';

/** Where something added now would go, in words. */
export function useDestination(): string {
  const { insert, app } = useStrings();
  return useEditor((state) => destination(state, insert, app));
}

function destination(
  state: EditorState,
  insert: Catalogue['insert'],
  app: Pick<Catalogue['app'], 'sceneName'>,
): string {
  const { movie, playhead } = state;
  const place = movie === null ? null : sceneFor(movie, whereAtPlayhead(state));
  if (movie === null || place === null) return insert.intoNew;
  const { scene, index } = place;
  return insert.into(scene.name?.trim() || app.sceneName(index + 1), formatTimecode(playhead, movie.frameRate));
}
