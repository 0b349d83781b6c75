import type { FilmFaultMessages } from '#shared/messages/films/detail-messages.ts';
import { message } from '#shared/messages/message.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';

/**
 * Bytes that say how long the unit behind them is (ISO/IEC 14496-15, 5.3.3.1: `lengthSizeMinusOne` is 3 in what we
 * make).
 */
const LENGTH_BYTES = 4;
/**
 * A slice of a picture that others may come before, and one that nothing before is needed for (ITU-T H.264, table 7-1).
 */
const SLICE = 1;
const SLICE_OF_IDR = 5;

type FrameFault = FilmFaultMessages['film/frame']['fault'];

/** Looks through the frames of a picture as they are read. */
export interface FrameCheck {
  /** Takes the next bytes; gives back what is wrong with them, null if nothing is. */
  take(piece: Uint8Array): MessageIn<FilmFaultMessages> | null;
}

/**
 * Checks frames of H.264 whose bytes come one behind the other, in pieces of any length: each is made of units that end
 * where it ends, one of them at least a slice, and the first frame stands by itself. What the slices show is not
 * decoded.
 * @param sizes Bytes of each frame.
 */
export function createFrameCheck(sizes: readonly number[]): FrameCheck {
  let frame = 0;
  let leftOfFrame = sizes[0] ?? 0;
  let leftOfUnit = 0;
  /** Of the length and the unit's first byte, as far as they were read. */
  let head: number[] = [];
  let hasSlice = false;

  const takeHead = (byte: number): FrameFault | null => {
    head.push(byte);
    leftOfFrame--;
    if (head.length <= LENGTH_BYTES) return leftOfFrame === 0 ? 'within-unit' : null;
    const length = head.slice(0, LENGTH_BYTES).reduce((sum, each) => sum * 256 + each, 0);
    head = [];
    if (length < 1 || length - 1 > leftOfFrame) return 'unit-end';
    leftOfUnit = length - 1;
    const type = byte & 0b11111;
    if (byte > 0x7f) return 'no-unit';
    if (frame === 0 && type === SLICE) return 'needs-another';
    hasSlice ||= type === SLICE || type === SLICE_OF_IDR;
    return null;
  };
  const endFrame = (): FrameFault | null => {
    if (!hasSlice) return 'no-picture';
    hasSlice = false;
    leftOfFrame = sizes[++frame] ?? 0;
    return null;
  };
  return {
    take: (piece) => {
      for (let at = 0; at < piece.length; ) {
        if (frame >= sizes.length) return message('film/more-than-frames');
        const skipped = Math.min(leftOfUnit, piece.length - at);
        at += skipped;
        leftOfUnit -= skipped;
        leftOfFrame -= skipped;
        const number = frame + 1;
        const fault = leftOfUnit > 0 || at >= piece.length || leftOfFrame === 0 ? null : takeHead(piece[at++] ?? 0);
        const wrong = fault ?? (leftOfFrame === 0 && leftOfUnit === 0 ? endFrame() : null);
        if (wrong !== null) return message('film/frame', { number, fault: wrong });
      }
      return null;
    },
  };
}
