import { selectSceneIds } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { changesNothing, type Gap, gapAt, gapPosition } from '../moves/reorder.ts';
import { endDrag, filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Lifts the selected scenes and puts them into another gap: where `gapOf` says so, else the nearest in time. */
export function beginMove(
  context: GestureContext,
  from: PointerPosition,
  gapOf?: (at: PointerPosition) => Gap | null,
): Gesture {
  const { editor, view, words } = context;
  const state = editor.getState();
  const timeline = timelineOf(state.movie);
  const ids = selectSceneIds(state);
  const scenes = new Set(ids);
  const origin = filmX(context, from);
  let target: Gap | null = null;

  const move = (at: PointerPosition) => {
    const x = filmX(context, at);
    const gap = gapOf?.(at) ?? gapAt(timeline, x / view.getState().pixelsPerFrame);
    target = changesNothing(timeline, scenes, gap) ? null : gap;
    view.setState({ drag: { kind: 'move', scenes, by: x - origin, gap: target } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (target !== null) {
        const done = editor.actions.dispatch({ type: 'scene/move', scenes: ids, to: gapPosition(timeline, target) });
        const all = timelineOf(editor.getState().movie).scenes;
        if (done.ok) view.say(words.moved(all.findIndex(({ id }) => scenes.has(id)) + 1, all.length));
        else context.refuse(say(done.error));
      }
      endDrag(context);
    },
    cancel() {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}
