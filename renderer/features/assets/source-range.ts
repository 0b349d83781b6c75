import { elementNamed } from '#shared/editing/insert/insertable.ts';
import type { PlannableCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { type InOut, setIn, setOut } from '#shared/editing/model/editing-record.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

/** A range of frames; `to` is exclusive. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the range between the in and out points. If the out point is not after the in point, returns all frames. */
export function markedRange({ in: first = 0, out }: InOut, length: number): FrameRange {
  const to = Math.min(out ?? length, length);
  return first < to ? { from: first, to } : { from: 0, to: length };
}

/** Sets the in point to the playhead. */
export function markIn(marks: InOut, playhead: number): InOut {
  return setIn(marks, playhead === 0 ? null : playhead);
}

/** Sets the out point after the frame at the playhead, so that this frame is the last one of the range. */
export function markOut(marks: InOut, playhead: number, length: number): InOut {
  return setOut(marks, playhead + 1 >= length ? null : playhead + 1);
}

/** Returns the command that inserts the marked range as a scene. */
export function insertRangeCommand(name: string, span: FrameRange, at: ScenePosition): PlannableCommand {
  return {
    type: 'scene/add',
    at,
    source: { kind: 'asset', name },
    duration: frames(span.to - span.from),
    ...(span.from > 0 && { skip: frames(span.from) }),
  };
}

/**
 * Returns the command that inserts the marked range as a sound of the movie, starting at frame `offset` of the movie.
 */
export function insertSoundRangeCommand(
  name: string,
  span: FrameRange,
  length: number,
  offset: number,
): PlannableCommand {
  const isWhole = span.from === 0 && span.to === length;
  return {
    type: 'element/insert',
    element: elementNamed('audio', {
      src: name,
      skip: span.from > 0 ? span.from : null,
      offset: offset > 0 ? offset : null,
      duration: isWhole ? null : span.to - span.from,
    }),
    into: { in: 'film' },
  };
}
