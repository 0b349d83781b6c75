import { useEffect } from 'react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { useEditorStore } from '../../../state/editor-context.tsx';
import type { EditorState } from '../../../state/editor-state.ts';
import { selectSceneIds } from '../../../state/selectors.ts';
import type { TreeFocus } from '../grid/rows.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';

/** When the focused scene or part is deleted, the focus goes on to what is selected then. */
export function useKeptFocus(): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(
    () =>
      editor.subscribe((now, before) => {
        if (now.movie === before.movie) return;
        const { focus, byKeyboard, open } = view.getState();
        const { scenes } = timelineOf(now.movie);
        if (open !== null && !scenes.some(({ id }) => id === open)) view.setState({ open: null });
        const kept = focus === null ? null : keptFocus(now, focus);
        if (kept !== focus) view.setState({ focus: kept, focusWanted: byKeyboard });
      }),
    [view, editor],
  );
}

/** The same where it is still there. */
function keptFocus(state: EditorState, focus: TreeFocus): TreeFocus | null {
  const scene = timelineOf(state.movie).scenes.find(({ id }) => id === focus.scene);
  if (scene === undefined) {
    const [next] = selectSceneIds(state);
    return next === undefined ? null : { scene: next, part: null };
  }
  const { part } = focus;
  if (part === null) return focus;
  const isThere = scene.layers.some(({ id, effects }) => id === part || effects.some((each) => each.id === part));
  return isThere ? focus : { scene: scene.id, part: null };
}
