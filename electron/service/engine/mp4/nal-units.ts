import type { FilmFaultMessage } from '#shared/messages/details.en.ts';
import { type MessageValues, message } from '#shared/messages/message.ts';

/** The size of the length before each unit (ISO/IEC 14496-15, 5.3.3.1: `lengthSizeMinusOne` is 3 in our files). */
const LENGTH_BYTES = 4;
/**
 * The unit type of a slice that can depend on earlier pictures, and of an independent slice (ITU-T H.264, table 7-1).
 */
const SLICE = 1;
const SLICE_OF_IDR = 5;

type FrameFault = MessageValues['film/frame']['fault'];

/** Checks the frames of a picture while they are read. */
export interface FrameCheck {
  /** Checks the next bytes. Returns the error in them; null if they are valid. */
  take(piece: Uint8Array): FilmFaultMessage | null;
}

/**
 * Checks H.264 frames whose bytes arrive in pieces of any length. Each frame must consist of whole units, and at least
 * one of them must be a slice. The first frame must be independent. The slices are not decoded.
 * @param sizes The size of each frame in bytes.
 */
export function createFrameCheck(sizes: readonly number[]): FrameCheck {
  let frame = 0;
  let leftOfFrame = sizes[0] ?? 0;
  let leftOfUnit = 0;
  /** The bytes that were read so far: the length of the unit, and its first byte. */
  let head: number[] = [];
  let hasSlice = false;

  const takeHead = (byte: number): FrameFault | null => {
    head.push(byte);
    leftOfFrame--;
    if (head.length <= LENGTH_BYTES) return leftOfFrame === 0 ? 'within-unit' : null;
    const length = head.slice(0, LENGTH_BYTES).reduce((sum, lengthByte) => sum * 256 + lengthByte, 0);
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
      for (let position = 0; position < piece.length; ) {
        if (frame >= sizes.length) return message('film/more-than-frames');
        const skipped = Math.min(leftOfUnit, piece.length - position);
        position += skipped;
        leftOfUnit -= skipped;
        leftOfFrame -= skipped;
        const number = frame + 1;
        const fault =
          leftOfUnit > 0 || position >= piece.length || leftOfFrame === 0 ? null : takeHead(piece[position++] ?? 0);
        const problem = fault ?? (leftOfFrame === 0 && leftOfUnit === 0 ? endFrame() : null);
        if (problem !== null) return message('film/frame', { number, fault: problem });
      }
      return null;
    },
  };
}
