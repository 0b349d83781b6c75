import { type Marker, putMarker } from '#shared/editing/editing-record.ts';
import { snap, snapTargets } from '#shared/editing/snapping.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { statement } from '#shared/statements/statement.ts';
import { endDrag, filmX, type GestureContext, toleranceOf } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Moves a marker; a mere click goes there. */
export function beginMarker(context: GestureContext, marker: Marker, from: PointerPosition): Gesture {
  const { editor, view, record } = context;
  const { movie, playhead } = editor.getState();
  const { total } = timelineOf(movie);
  const targets = snapTargets(timelineOf(movie), { playhead });
  const origin = filmX(context, from);
  let frame = marker.frame;
  let isMoved = false;

  const move = (at: PointerPosition) => {
    const by = filmX(context, at) - origin;
    isMoved ||= Math.abs(by) > 3;
    if (!isMoved) return;
    const snapped = snap(marker.frame + by / view.getState().pixelsPerFrame, targets, toleranceOf(context, at));
    frame = Math.min(total, Math.max(0, Math.round(snapped.frame)));
    view.setState({ drag: { kind: 'marker', marker: marker.id, frame, line: snapped.target?.frame ?? null } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (!isMoved) editor.actions.seek(marker.frame);
      else if (frame !== marker.frame)
        record.edit(statement('step/move-marker'), (now) => putMarker(now, { ...marker, frame }));
      endDrag(context);
    },
    cancel: () => endDrag(context),
  };
}
