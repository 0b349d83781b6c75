import { useEffect } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { rowIdOf } from '../grid/row-id.ts';
import type { TreeFocus } from '../grid/tree-keys.ts';
import { followedCases, kept } from '../model/open-scenes.ts';
import { type RowsShown, rowsShown } from '../model/shown-rows.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';

/**
 * When the focused scene or part is deleted, the focus goes on to what is selected then. When its row is no longer
 * shown, as its scene was closed or only other rows stay, it does so too: the tree would be without a tab stop.
 */
export function useKeptFocus(): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(
    () =>
      editor.subscribe((now, before) => {
        if (now.movie === before.movie) return;
        const state = view.getState();
        const { scenes } = timelineOf(now.movie);
        const there = kept(state.open, (id) => scenes.some((scene) => scene.id === id));
        const open = followedCases(there, before.movie, now.movie);
        if (open !== state.open) view.setState({ open });
        const { focus, byKeyboard } = state;
        const next = focus === null ? null : keptFocus(now, focus, view.getState());
        if (next !== focus) view.setState({ focus: next, focusWanted: byKeyboard && !isInOtherArea() });
      }),
    [view, editor],
  );
  useEffect(
    () =>
      view.subscribe((now, before) => {
        const { focus, search } = now;
        // A search remembers by itself where one comes back to.
        if (focus === null || focus.part === null || search !== null) return;
        if (SHOWN.every((name) => now[name] === before[name])) return;
        const next = keptFocus(editor.getState(), focus, now);
        if (next === focus) return;
        // Who pressed a button elsewhere stays there.
        const isThere = rowIdOf(document.activeElement) === focus.part;
        view.setState({ focus: next, focusWanted: isThere && next !== null });
      }),
    [view, editor],
  );
}

/** Whether somebody works in the library, the picture or the inspector, where they stay when rows come and go. */
function isInOtherArea(): boolean {
  const area = document.activeElement?.closest('[data-area], main') ?? null;
  return area !== null && area.getAttribute('data-area') !== 'timeline';
}

/** What decides which rows are shown, beside the film. */
const SHOWN = ['open', 'unfolded', 'onlyAnimated', 'rowsAt'] as const satisfies readonly (keyof RowsShown)[];

/** The same where it is still there. */
function keptFocus(state: EditorState, focus: TreeFocus, shown: RowsShown): TreeFocus | null {
  const { part } = focus;
  const isThere =
    part === null
      ? timelineOf(state.movie).scenes.some(({ id }) => id === focus.scene)
      : rowsShown(state.movie, shown).some(({ id }) => id === part);
  if (isThere) return focus;
  const selected = rowsShown(state.movie, shown).find(({ id }) => state.selection.ids.includes(id));
  if (part !== null && selected !== undefined) return { scene: selected.owner, part: selected.id };
  const isOwner = timelineOf(state.movie).scenes.some(({ id }) => id === focus.scene);
  if (part !== null && isOwner) return { scene: focus.scene, part: null };
  const next = selectSceneIds(state)[0] ?? timelineOf(state.movie).scenes[0]?.id;
  return next === undefined ? null : { scene: next, part: null };
}
