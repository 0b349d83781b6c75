import { useEffect } from 'react';
import { useEditorStore } from '#renderer/editor/editor-context.tsx';
import { type EditorState, isHistoryMove } from '#renderer/editor/editor-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { type SceneOnTimeline, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { buildTimeline as settleMovie } from '#shared/timeline/build-timeline.ts';
import { rowIdOf } from '../model/pointed-elements.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import { fittedView, revealedView, scrolledView, type View } from '../model/timeline-view.ts';
import type { TreeFocus } from '../model/tree-keys.ts';
import { followedCases, kept, type RowsShown, rowsShown } from '../model/visible-rows.ts';

/**
 * When the focused scene or part is deleted, the focus goes on to what is selected then. When its row is no longer
 * shown, as its scene was closed or only other rows stay, it does so too: the tree would be without a tab stop.
 */
export function useRestoredFocus(): void {
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
        const next = focus === null ? null : restoredFocus(now, focus, view.getState());
        if (next !== focus) view.setState({ focus: next, focusRequested: byKeyboard && !isInOtherArea() });
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
        const next = restoredFocus(editor.getState(), focus, now);
        if (next === focus) return;
        // Who pressed a button elsewhere stays there.
        const isThere = rowIdOf(document.activeElement) === focus.part;
        view.setState({ focus: next, focusRequested: isThere && next !== null });
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
function restoredFocus(state: EditorState, focus: TreeFocus, shown: RowsShown): TreeFocus | null {
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

/**
 * Brings the playhead to a scene that is selected, so that the preview shows it. Not while the film plays, nor while a
 * button of the pointer is held: what was selected by a press is shown when it is let go, unless it became a drag.
 */
export function usePlayheadFollows(): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(() => {
    let before = selectSceneIds(editor.getState());
    let isHeld = false;
    let wasDragged = false;

    /** The pointer may be on it: nothing scrolls where a part of the scene is in sight. */
    const show = ({ start, end }: SceneOnTimeline) => {
      const { pixelsPerFrame, scroll, width } = view.getState();
      editor.actions.seek(start);
      const isInSight = end * pixelsPerFrame > scroll && start * pixelsPerFrame < scroll + width;
      const now = { pixelsPerFrame, scroll, width };
      const { total } = timelineOf(editor.getState().movie);
      if (width > 0) view.setView(isInSight ? now : revealedView(now, start, end, total));
    };
    const settle = (change: 'choice' | 'edit' | 'none') => {
      const state = editor.getState();
      const follows = change !== 'none' && mayFollow(state, view.getState());
      const scene = follows ? followedScene(state, { before, isChoice: change === 'choice' }) : null;
      before = selectSceneIds(state);
      const middle = follows ? middleOfTransition(state) : null;
      if (middle !== null) editor.actions.seek(middle);
      else if (scene !== null) show(scene);
    };

    const stopListening = editor.subscribe((now, last) => {
      if (now.selection === last.selection) return;
      if (isHistoryMove(now, last)) settle('none');
      else if (!isHeld) settle(now.source === last.source ? 'choice' : 'edit');
    });
    const stopFitting = editor.subscribe((now, last) => {
      if (now.source === last.source || now.gesture !== null || isHistoryMove(now, last)) return;
      const shown = view.getState();
      const next = viewOfAdded(last.movie, now.movie, shown);
      if (next !== null && shown.width > 0) view.setView(next);
    });
    const stopWatching = view.subscribe(({ drag }) => {
      // A box only selects.
      if (drag !== null && drag.kind !== 'box') wasDragged = true;
    });
    const over = new AbortController();
    const { signal } = over;
    let held = editor.getState().selection;
    const hold = () => {
      isHeld = true;
      wasDragged = false;
      held = editor.getState().selection;
    };
    const letGo = () => {
      if (!isHeld) return;
      isHeld = false;
      if (editor.getState().selection !== held) settle(wasDragged ? 'none' : 'choice');
    };
    window.addEventListener('pointerdown', hold, { signal, capture: true });
    // The gestures hear of it first and end by it: these are told on its way up.
    for (const type of ['pointerup', 'pointercancel', 'blur'] as const)
      window.addEventListener(type, letGo, { signal });
    return () => {
      stopListening();
      stopFitting();
      stopWatching();
      over.abort();
    };
  }, [view, editor]);
}

/**
 * The view after scenes were added: all of the film after several, or the first ones; a single scene as a whole. Null where
 * none was added, or it is in sight.
 */
function viewOfAdded(before: Movie | null, now: Movie | null, view: View): View | null {
  const { pixelsPerFrame, scroll, width } = view;
  const [last, timeline] = [timelineOf(before), timelineOf(now)];
  // A split makes a scene, and the film no longer.
  if (timeline.total <= last.total) return null;
  const known = new Set(last.scenes.map(({ id }) => id));
  const added = timeline.scenes.flatMap(({ id }) => (known.has(id) ? [] : (sceneOfId(timeline, id) ?? [])));
  const [first, ...others] = added;
  if (first === undefined) return null;
  if (others.length > 0 || known.size === 0) return fittedView(timeline.total, width);
  const { start, end } = first;
  if (start * pixelsPerFrame >= scroll && end * pixelsPerFrame <= scroll + width) return null;
  const zoom = Math.min(pixelsPerFrame, (width * 0.9) / (end - start));
  return scrolledView({ ...view, pixelsPerFrame: zoom }, end * zoom - width * 0.95, timeline.total);
}

/** The frame in the middle of the selected transition, where both scenes are seen; null where the playhead is in it. */
function middleOfTransition({ movie, selection, playhead }: EditorState): number | null {
  const [id, ...others] = selection.ids;
  if (movie === null || id === undefined || others.length > 0) return null;
  const placed = settleMovie(movie).transitions.find(({ transition }) => transition.id === id);
  if (placed === undefined || placed.length === 0) return null;
  const isWithin = playhead >= placed.start && playhead < placed.start + placed.length;
  return isWithin ? null : placed.start + Math.floor(placed.length / 2);
}

export interface SelectionChange {
  /** Scenes that were selected before. */
  readonly before: readonly NodeId[];
  /** Somebody selected something; else an edit changed what is selected. */
  readonly isChoice: boolean;
}

/** Whether the playhead goes anywhere by itself: not while the film plays or somebody drags, nor where it is told not to. */
export function mayFollow(
  { playing, gesture }: Pick<EditorState, 'playing' | 'gesture'>,
  { playheadFollows }: { readonly playheadFollows: boolean },
): boolean {
  return playheadFollows && !playing && gesture === null;
}

/**
 * The scene that the playhead goes to, to show what is selected: the first that came to those that were selected
 * before, or the only one that is chosen. Null where the playhead stays: it is within that scene, or the scene takes no
 * time.
 */
export function followedScene(state: EditorState, { before, isChoice }: SelectionChange): SceneOnTimeline | null {
  const ids = selectSceneIds(state);
  const requested = isChoice && ids.length === 1 ? ids[0] : ids.find((id) => !before.includes(id));
  const place = requested === undefined ? null : sceneOfId(timelineOf(state.movie), requested);
  if (place === null || place.start === place.end) return null;
  const isWithin = state.playhead >= place.start && state.playhead < place.end;
  return isWithin ? null : place;
}
