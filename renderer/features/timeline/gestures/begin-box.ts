import { boxNodes, MOVIE_SELECTION, sceneIds } from '#shared/editing/selection.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { LANES_BOTTOM, RULER_HEIGHT } from '../layout/lane-heights.ts';
import { laneHeightsOf } from '../model/shown-rows.ts';
import { boxBetween, scenesInBox } from '../moves/box.ts';
import { endDrag, filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Draws a box around scenes; Shift or Ctrl adds them to those that are selected. A mere click selects none. */
export function beginBox(context: GestureContext, from: PointerPosition): Gesture {
  const { editor, view } = context;
  const { selection: before, movie, document } = editor.getState();
  const timeline = timelineOf(movie);
  const order = sceneIds(document);
  const add = from.shift || from.mod;
  const corner = { x: filmX(context, from), y: from.y };

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame, height } = view.getState();
    const { skipped } = laneHeightsOf(movie, view.getState());
    const box = boxBetween(corner, { x: filmX(context, at), y: at.y });
    const lane = { top: RULER_HEIGHT + skipped, bottom: height - LANES_BOTTOM };
    const inside = scenesInBox(timeline, box, { pixelsPerFrame, lane });
    editor.actions.select(boxNodes(before, inside, { add, order }));
    view.setState({ drag: { kind: 'box', box } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      const isClick = Math.abs(at.x - from.x) < 3 && Math.abs(at.y - from.y) < 3;
      if (!isClick) move(at);
      else if (!add) editor.actions.select(MOVIE_SELECTION);
      endDrag(context);
    },
    cancel() {
      editor.actions.select(before);
      endDrag(context);
    },
  };
}
