import { setIn, setOut } from '#shared/editing/in-out.ts';
import { snap, snapTargets } from '#shared/editing/snapping.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import { endDrag, filmX, type GestureContext, toleranceOf } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** An end of what is looped and rendered: `in` is its first frame, `out` the one behind its last. */
export type RangeEnd = 'in' | 'out';

/** Moves the in or the out point; it stops before the other one. A mere click goes there. */
export function beginRange(
  context: GestureContext,
  end: RangeEnd,
  span: { readonly from: number; readonly to: number },
  from: PointerPosition,
): Gesture {
  const { editor, view, record } = context;
  const { movie, playhead } = editor.getState();
  const { total } = timelineOf(movie);
  const targets = snapTargets(timelineOf(movie), { playhead, markers: record.getState().record.markers });
  const origin = filmX(context, from);
  const before = end === 'in' ? span.from : span.to;
  let frame = before;
  let isMoved = false;

  const move = (at: PointerPosition) => {
    const by = filmX(context, at) - origin;
    isMoved ||= Math.abs(by) > 3;
    if (!isMoved) return;
    const snapped = snap(before + by / view.getState().pixelsPerFrame, targets, toleranceOf(context, at));
    frame = placedEnd(end, snapped.frame, span, total);
    const line = snapped.target !== null && snapped.target.frame === frame ? frame : null;
    view.setState({ drag: { kind: 'range', end, frame, line } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (!isMoved) editor.actions.seek(end === 'in' ? span.from : span.to - 1);
      else if (frame !== before)
        record.edit(rangeLabel(end), (now) => (end === 'in' ? setIn(now, frame) : setOut(now, frame)));
      endDrag(context);
    },
    cancel: () => endDrag(context),
  };
}

/** The name of the step that moves an end. */
export function rangeLabel(end: RangeEnd): Statement {
  return statement(end === 'in' ? 'step/set-film-in-point' : 'step/set-film-out-point');
}

/** Where an end comes to lie: in the film, and a frame at least from the other. */
export function placedEnd(
  end: RangeEnd,
  frame: number,
  span: { readonly from: number; readonly to: number },
  total: number,
): number {
  const whole = Math.round(frame);
  return end === 'in' ? Math.max(0, Math.min(whole, span.to - 1)) : Math.min(total, Math.max(whole, span.from + 1));
}
