import { hasTextAt } from '../../lib/byte-match.ts';

/** An extension or an image of a GIF (GIF89a, 15 to 26). */
export interface GifBlock {
  readonly kind: 'extension' | 'image';
  /** The offset of the block's introducer. */
  readonly at: number;
  /** Whether the file contains all data of the block. Only the last block can be incomplete. */
  readonly isComplete: boolean;
}

/** The size of an image descriptor without its color table (GIF89a, 20), plus the byte before its data. */
const DESCRIPTOR_BYTES = 11;

/**
 * Yields the extensions and images of a GIF up to the trailer, an unknown introducer, or the end of the bytes.
 * @param most The maximum number of data blocks, including terminators. Blocks beyond it are ignored.
 */
export function* gifBlocks(bytes: Uint8Array, most: number): Generator<GifBlock> {
  let remaining = most;
  const endOfData = (start: number): number | null => {
    let at = start;
    while (remaining > 0) {
      remaining -= 1;
      const length = bytes[at];
      if (length === undefined) return null;
      at += length + 1;
      if (length === 0) return at;
    }
    return null;
  };
  for (let at: number | null = 13 + colorTableBytes(bytes[10]); at !== null; ) {
    const kind = bytes[at] === 0x21 ? 'extension' : bytes[at] === 0x2c ? 'image' : null;
    if (kind === null) return;
    const data: number = at + (kind === 'extension' ? 2 : DESCRIPTOR_BYTES + colorTableBytes(bytes[at + 9]));
    const end = endOfData(data);
    yield { kind, at, isComplete: end !== null };
    at = end;
  }
}

/** Returns the first image; null if there is none. See {@link gifBlocks} for `most`. */
export function firstGifImage(bytes: Uint8Array, most: number): GifBlock | null {
  for (const block of gifBlocks(bytes, most)) if (block.kind === 'image') return block;
  return null;
}

/**
 * Returns the number of complete images in a truncated GIF. Returns null for complete GIFs and other files, and if the
 * first image is incomplete.
 */
export function framesOfCutGif(bytes: Uint8Array): number | null {
  if (!hasTextAt(bytes, 0, 'GIF8')) return null;
  let count = 0;
  for (const { kind, isComplete } of gifBlocks(bytes, Number.POSITIVE_INFINITY)) {
    if (!isComplete) return count === 0 ? null : count;
    if (kind === 'image') count += 1;
  }
  return null;
}

/** Returns the size of the color table that these flags declare (GIF89a, 18 and 20). */
function colorTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
