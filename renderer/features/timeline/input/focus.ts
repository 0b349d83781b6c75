import { useEffect } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { type EditorState, isHistoryMove } from '#renderer/editor/editor-state.ts';
import { selectSceneIds } from '#renderer/editor/selectors.ts';
import { fittedView, revealedView, scrolledView, type TreeFocus, type View } from '#renderer/editor/timeline-view.ts';
import { type SceneOnTimeline, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { filteredIds, followedCases } from '../model/open-scenes.ts';
import { rowIdOf } from '../model/pointed-elements.ts';
import { clipWith, type ShownScenes, shownScenesOf } from '../model/repeated-scenes.ts';
import { useTimelineContext } from '../model/timeline-context.tsx';
import { type RowFilterState, visibleRows } from '../model/visible-rows.ts';

/**
 * Moves the focus to the selection when the focused scene or row disappears, because it was deleted or its scene was
 * collapsed. Otherwise, the tree would have no tab stop.
 */
export function useRestoredFocus(): void {
  const editor = useEditor();
  const { timeline: view } = editor;
  useEffect(
    () =>
      editor.document.subscribe((now, before) => {
        if (now.movie === before.movie) return;
        const state = view.state;
        const { scenes } = timelineOf(now.movie);
        const existing = filteredIds(state.open, (id) => scenes.some((scene) => scene.id === id));
        const open = followedCases(existing, before.movie, now.movie);
        if (open !== state.open) view.set({ open });
        const { focus, byKeyboard } = state;
        const next = focus === null ? null : restoredFocus(now, focus, view.state);
        if (next !== focus) view.set({ focus: next, focusRequested: byKeyboard && !isInOtherArea() });
      }),
    [view, editor],
  );
  useEffect(
    () =>
      view.subscribe((now, before) => {
        const { focus, search } = now;
        // The search restores the focus itself when it closes.
        if (focus === null || focus.part === null || search !== null) return;
        if (ROW_STATE.every((name) => now[name] === before[name])) return;
        const next = restoredFocus(editor.document.state, focus, now);
        if (next === focus) return;
        // If the user has pressed a button elsewhere, that button keeps the focus.
        const hadFocus = rowIdOf(document.activeElement) === focus.part;
        view.set({ focus: next, focusRequested: hadFocus && next !== null });
      }),
    [view, editor],
  );
}

/**
 * Returns whether the keyboard focus is in another area, such as the library or the inspector. If so, a change of the
 * rows must not move it.
 */
function isInOtherArea(): boolean {
  const area = document.activeElement?.closest('[data-area], main') ?? null;
  return area !== null && area.getAttribute('data-area') !== 'timeline';
}

/** The parts of the view's state that determine the visible rows. */
const ROW_STATE = ['open', 'unfolded', 'onlyAnimated', 'rowsAt'] as const satisfies readonly (keyof RowFilterState)[];

/** Returns the focus after a change of the rows. Returns the same object if the focused row still exists. */
function restoredFocus(state: EditorState, focus: TreeFocus, shown: RowFilterState): TreeFocus | null {
  const { part } = focus;
  const exists =
    part === null
      ? timelineOf(state.movie).scenes.some(({ id }) => id === focus.scene)
      : visibleRows(state.movie, shown).some(({ id }) => id === part);
  if (exists) return focus;
  const selected = visibleRows(state.movie, shown).find(({ id }) => state.selection.ids.includes(id));
  if (part !== null && selected !== undefined) return { scene: selected.owner, part: selected.id };
  const isOwnerScene = timelineOf(state.movie).scenes.some(({ id }) => id === focus.scene);
  if (part !== null && isOwnerScene) return { scene: focus.scene, part: null };
  const next = selectSceneIds(state)[0] ?? timelineOf(state.movie).scenes[0]?.id;
  return next === undefined ? null : { scene: next, part: null };
}

/**
 * Moves the playhead to a selected scene, so that the preview shows it. The playhead does not move during playback or
 * while a pointer button is held. If a press made the selection, the playhead moves at the release, unless the press
 * became a drag.
 */
export function usePlayheadFollows(): void {
  const { gesture } = useTimelineContext();
  const editor = useEditor();
  const { timeline: view } = editor;
  useEffect(() => {
    let before = selectSceneIds(editor.document.state);
    let isPressed = false;
    let wasDragged = false;

    /**
     * Moves the playhead to a scene. Scrolls only if the scene is completely out of view, because scrolling would move
     * a visible scene away from the pointer.
     */
    const showScene = ({ start, end }: SceneOnTimeline) => {
      const { pixelsPerFrame, scroll, width } = view.state;
      editor.playback.seek(start);
      const isInView = end * pixelsPerFrame > scroll && start * pixelsPerFrame < scroll + width;
      const now = { pixelsPerFrame, scroll, width };
      const { total } = timelineOf(editor.document.state.movie);
      if (width > 0) view.setView(isInView ? now : revealedView(now, start, end, total));
    };
    const follow = (change: 'choice' | 'edit' | 'none') => {
      const state = editor.document.state;
      const canFollow = change !== 'none' && mayFollow(state, view.state);
      const scene = canFollow
        ? followedScene(
            state,
            { before, isChoice: change === 'choice', focused: view.state.focus?.scene ?? null },
            shownScenesOf(state, view.state),
          )
        : null;
      before = selectSceneIds(state);
      const middle = canFollow ? middleOfTransition(state) : null;
      if (middle !== null) editor.playback.seek(middle);
      else if (scene !== null) showScene(scene);
    };

    const stopListening = editor.document.subscribe((now, last) => {
      if (now.selection === last.selection) return;
      if (isHistoryMove(now, last)) follow('none');
      else if (!isPressed) follow(now.source === last.source ? 'choice' : 'edit');
    });
    const stopFitting = editor.document.subscribe((now, last) => {
      if (now.source === last.source || now.gesture !== null) return;
      const current = view.state;
      const next = isHistoryMove(now, last)
        ? viewOfShortened(last.movie, now.movie, current)
        : viewAfterEdit(last.movie, now.movie, current);
      if (next !== null && current.width > 0) view.setView(next);
    });
    const stopWatching = gesture.subscribe(({ drag }) => {
      // A selection box does not count as a drag.
      if (drag !== null && drag.kind !== 'box') wasDragged = true;
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    let selectionAtPress = editor.document.state.selection;
    const onPress = () => {
      isPressed = true;
      wasDragged = false;
      selectionAtPress = editor.document.state.selection;
    };
    const onRelease = () => {
      if (!isPressed) return;
      isPressed = false;
      if (editor.document.state.selection !== selectionAtPress) follow(wasDragged ? 'none' : 'choice');
    };
    window.addEventListener('pointerdown', onPress, { signal, capture: true });
    // The gestures handle the same events in the capture phase, so these bubbling listeners run after them.
    for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, onRelease, { signal });
    // The window itself is the target of `blur`, so its listeners run in the order of their registration, and gestures
    // register theirs later. Wait until they have restored the selection.
    const onBlur = () => setTimeout(() => !signal.aborted && onRelease());
    window.addEventListener('blur', onBlur, { signal });
    return () => {
      stopListening();
      stopFitting();
      stopWatching();
      listeners.abort();
    };
  }, [view, gesture, editor]);
}

/**
 * Returns the view after an edit; null if the view stays. After several scenes or the first scene were added, this is
 * the whole timeline. After one scene was added, it is a view that contains the scene. Additional copies of a repeated
 * scene are not new scenes. After an edit that shortens the movie, the view does not start beyond its end.
 */
export function viewAfterEdit(before: Movie | null, now: Movie | null, view: View): View | null {
  const { pixelsPerFrame, scroll, width } = view;
  const [last, timeline] = [timelineOf(before), timelineOf(now)];
  // A split adds a scene without lengthening the timeline.
  if (timeline.total <= last.total) return viewOfShortened(before, now, view);
  const previousIds = new Set(last.scenes.map(({ id }) => originalId(id)));
  const added = timeline.scenes.flatMap(({ id }) =>
    previousIds.has(originalId(id)) ? [] : (sceneOfId(timeline, id) ?? []),
  );
  const [first, ...others] = added;
  if (first === undefined) return null;
  if (others.length > 0 || previousIds.size === 0) return fittedView(timeline.total, width);
  const { start, end } = first;
  if (start * pixelsPerFrame >= scroll && end * pixelsPerFrame <= scroll + width) return null;
  const zoom = Math.min(pixelsPerFrame, (width * 0.9) / (end - start));
  return scrolledView({ ...view, pixelsPerFrame: zoom }, end * zoom - width * 0.95, timeline.total);
}

/** Returns the view scrolled back into a shortened movie; null if the view stays. */
function viewOfShortened(before: Movie | null, now: Movie | null, view: View): View | null {
  const { total } = timelineOf(now);
  if (total >= timelineOf(before).total) return null;
  const clamped = scrolledView(view, view.scroll, total);
  return clamped.scroll === view.scroll ? null : clamped;
}

/**
 * Returns the middle frame of the selected transition, at which both scenes are visible. Null if the playhead is
 * already inside the transition, or if the selection is not a single transition with frames.
 */
function middleOfTransition({ movie, selection, playhead }: EditorState): number | null {
  const [id, ...others] = selection.ids;
  if (movie === null || id === undefined || others.length > 0) return null;
  const placed = buildTimeline(movie).transitions.find(({ transition }) => transition.id === id);
  if (placed === undefined || placed.length === 0) return null;
  const isWithin = playhead >= placed.start && playhead < placed.start + placed.length;
  return isWithin ? null : placed.start + Math.floor(placed.length / 2);
}

const NOTHING_OPEN = { open: new Set<NodeId>(), openCopies: new Set<NodeId>(), search: null };

export interface SelectionChange {
  /** The scenes that were selected before the change. */
  readonly before: readonly NodeId[];
  /** Whether the user changed the selection; false if an edit changed it. */
  readonly isChoice: boolean;
  /** The scene with the focus. It can be a copy of a selected scene. */
  readonly focused?: NodeId | null;
}

/**
 * Returns whether the playhead can move automatically. The option must be on, and neither playback nor a gesture may be
 * active.
 */
export function mayFollow(
  { playing, gesture }: Pick<EditorState, 'playing' | 'gesture'>,
  { playheadFollows }: { readonly playheadFollows: boolean },
): boolean {
  return playheadFollows && !playing && gesture === null;
}

/**
 * Returns the scene to which the playhead moves: the only selected scene, or else the first scene that was added to the
 * selection. Null if nothing is selected, if the scene is empty, or if the playhead is already in the scene or in its
 * folded clip.
 */
export function followedScene(
  state: EditorState,
  { before, isChoice, focused = null }: SelectionChange,
  shown: ShownScenes = shownScenesOf(state, NOTHING_OPEN),
): SceneOnTimeline | null {
  const ids = selectSceneIds(state);
  const requested = isChoice && ids.length === 1 ? ids[0] : ids.find((id) => !before.includes(id));
  const isOfRequested = isChoice && focused !== null && originalId(focused) === requested;
  const followed = isOfRequested ? focused : requested;
  const clip = followed === undefined ? null : clipWith(shown, followed);
  const place = clip === null ? null : sceneOfId(shown, clip);
  if (place === null || place.start === place.end) return null;
  const isWithin = state.playhead >= place.start && state.playhead < place.end;
  return isWithin ? null : place;
}
