import { useEffect } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { isHistoryMove } from '#renderer/state/history-move.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import { settle as settleMovie } from '#shared/film/scenes/settle.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { fittedView, revealedView, scrolledView, type View } from '../layout/view.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import { followedScene, mayFollow } from './followed-scene.ts';

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
