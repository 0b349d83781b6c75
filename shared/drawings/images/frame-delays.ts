import { holds } from '../../lib/byte-match.ts';
import type { ImageFacts } from './image-facts.ts';

/** Shorter delays are written by programs that mean none; browsers take them for this, in milliseconds. */
const USUAL_DELAY = 100;
/** The longest delay that is taken for none. */
const NO_DELAY = 10;

/**
 * How many milliseconds each frame of a picture that moves is seen, by its file; null for a picture that stands still. Of
 * a file that was cut the frames count that are whole.
 */
export function frameDelays(bytes: Uint8Array, { format }: ImageFacts): readonly number[] | null {
  const delays: number[] = [];
  try {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (format === 'gif') addGifDelays(delays, bytes, data);
    else if (format === 'webp') addWebpDelays(delays, bytes, data);
  } catch (error) {
    // The file ends within a frame.
    if (!(error instanceof RangeError)) throw error;
  }
  return delays.length > 1 ? delays : null;
}

function shown(milliseconds: number): number {
  return milliseconds > NO_DELAY ? milliseconds : USUAL_DELAY;
}

/** GIF89a, 15 to 23: the delay, in hundredths of a second, stands before its image. */
function addGifDelays(delays: number[], bytes: Uint8Array, data: DataView): void {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(data.getUint8(10));
  let hundredths = 0;
  const left = { blocks: MOST_BLOCKS };
  const skipBlocks = () => {
    at = behindBlocks(bytes, at, left);
  };
  for (;;) {
    const introducer = data.getUint8(at);
    if (introducer === 0x21) {
      if (data.getUint8(at + 1) === 0xf9) hundredths = data.getUint16(at + 4, true);
      at += 2;
      skipBlocks();
    } else if (introducer === 0x2c) {
      at += 11 + tableBytes(data.getUint8(at + 9));
      skipBlocks();
      delays.push(shown(hundredths * 10));
      hundredths = 0;
    } else return;
  }
}

/** The largest file in blocks of 16 bytes. Programs write 255; with blocks of one byte the file keeps others waiting. */
const MOST_BLOCKS = 4 * 2 ** 20;

/**
 * Where data ends that stands in blocks, each behind its length, the last of which is 0. Throws `RangeError` where the file
 * ends before, or has more blocks than are looked at.
 */
function behindBlocks(bytes: Uint8Array, start: number, left: { blocks: number }): number {
  let at = start;
  for (;;) {
    left.blocks -= 1;
    if (left.blocks < 0) throw new RangeError('more blocks than any program writes');
    const length = bytes[at];
    if (length === undefined) throw new RangeError('the file ends within a block');
    at += length + 1;
    if (length === 0) return at;
  }
}

/** WebP container specification, "Animation": a chunk for each frame, which says how long it is seen. */
function addWebpDelays(delays: number[], bytes: Uint8Array, data: DataView): void {
  const ANIMATION = 0x02;
  if (!holds(bytes, 12, 'VP8X') || (data.getUint8(20) & ANIMATION) === 0) return;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = data.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) return;
    if (holds(bytes, at, 'ANMF')) delays.push(shown(data.getUint16(at + 20, true) + (data.getUint8(at + 22) << 16)));
    // A byte that makes its length even.
    at += 8 + length + (length % 2);
  }
}
