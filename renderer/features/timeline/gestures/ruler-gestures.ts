import { frameAt } from '#renderer/editor/timeline-view.ts';
import { type Marker, putMarker, setIn, setOut } from '#shared/editing/model/editing-record.ts';
import { snap, snapTargets } from '#shared/editing/model/snapping.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { type Message, message } from '#shared/messages/message.ts';
import {
  endDrag,
  type GestureContext,
  type PointerPosition,
  type TimelineGesture,
  timelineX,
  updateSnapTolerance,
} from './gesture.ts';

/** Moves a marker. A click moves the playhead to the marker. */
export function markerGesture(context: GestureContext, marker: Marker, from: PointerPosition): TimelineGesture {
  const { editor, view, gesture, record } = context;
  const { movie, playhead } = editor.document.state;
  const { total } = timelineOf(movie);
  const targets = snapTargets(timelineOf(movie), { playhead });
  const origin = timelineX(context, from);
  let frame = marker.frame;

  const move = (at: PointerPosition) => {
    const by = timelineX(context, at) - origin;
    const snapped = snap(marker.frame + by / view.state.pixelsPerFrame, targets, updateSnapTolerance(context, at));
    frame = Math.min(total, Math.max(0, Math.round(snapped.frame)));
    gesture.set({ drag: { kind: 'marker', marker: marker.id, frame, snapFrame: snapped.target?.frame ?? null } });
  };
  return {
    autoscroll: true,
    axis: 'x',
    move,
    end: () => {
      if (frame !== marker.frame)
        record.edit(message('step/move-marker'), (now) => putMarker(now, { ...marker, frame }));
      endDrag(context);
    },
    cancel: () => endDrag(context),
    click: () => editor.playback.seek(marker.frame),
  };
}

/**
 * An end of the in-out range, which loops and renders use. `in` is the first frame of the range; `out` is the frame
 * after the last one.
 */
export type RangeEnd = 'in' | 'out';

/** Moves the in point or the out point. The range keeps at least one frame. A click moves the playhead to the point. */
export function rangeGesture(
  context: GestureContext,
  end: RangeEnd,
  span: { readonly from: number; readonly to: number },
  from: PointerPosition,
): TimelineGesture {
  const { editor, view, gesture, record } = context;
  const { movie, playhead } = editor.document.state;
  const { total } = timelineOf(movie);
  const targets = snapTargets(timelineOf(movie), { playhead, markers: record.current.markers });
  const origin = timelineX(context, from);
  const before = end === 'in' ? span.from : span.to;
  let frame = before;

  const move = (at: PointerPosition) => {
    const by = timelineX(context, at) - origin;
    const snapped = snap(before + by / view.state.pixelsPerFrame, targets, updateSnapTolerance(context, at));
    frame = placedEnd(end, snapped.frame, span, total);
    const snapFrame = snapped.target !== null && snapped.target.frame === frame ? frame : null;
    gesture.set({ drag: { kind: 'range', end, frame, snapFrame } });
  };
  return {
    autoscroll: true,
    axis: 'x',
    move,
    end: () => {
      if (frame !== before)
        record.edit(rangeLabel(end), (now) => (end === 'in' ? setIn(now, frame) : setOut(now, frame)));
      endDrag(context);
    },
    cancel: () => endDrag(context),
    click: () => editor.playback.seek(end === 'in' ? span.from : span.to - 1),
  };
}

/** Returns the name of the undo step for moving an end of the in-out range. */
export function rangeLabel(end: RangeEnd): Message {
  return message(end === 'in' ? 'step/set-film-in-point' : 'step/set-film-out-point');
}

/**
 * Rounds an end of the in-out range to a frame. Clamps it to the timeline, and to a distance of at least one frame from
 * the other end.
 */
export function placedEnd(
  end: RangeEnd,
  frame: number,
  span: { readonly from: number; readonly to: number },
  total: number,
): number {
  const whole = Math.round(frame);
  return end === 'in' ? Math.max(0, Math.min(whole, span.to - 1)) : Math.min(total, Math.max(whole, span.from + 1));
}

/** Moves the playhead with the pointer. */
export function scrubGesture(context: GestureContext): TimelineGesture {
  const { editor, view, gesture } = context;
  const before = editor.document.state.playhead;
  const seek = ({ x }: PointerPosition) => editor.playback.seek(Math.max(0, Math.floor(frameAt(x, view.state))));
  const finish = () => {
    editor.playback.set({ scrubbing: false });
    endDrag(context);
  };
  return {
    autoscroll: true,
    isImmediate: true,
    start: (at) => {
      gesture.set({ drag: { kind: 'scrub' } });
      editor.playback.set({ scrubbing: true });
      seek(at);
    },
    move: seek,
    end: finish,
    cancel: () => {
      finish();
      editor.playback.seek(before);
    },
  };
}
