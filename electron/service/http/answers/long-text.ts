import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that become bytes, and are sent, at a stretch. */
const PIECE_CHARACTERS = 2 ** 17;

/** Text to be sent: its bytes, and how many they are. */
export interface TextBytes {
  readonly length: number;
  readonly content: Buffer | Readable;
}

/**
 * UTF-8 of texts that follow one another. Of a long one the bytes are made and sent piece by piece, others going on
 * meanwhile: fourteen megabytes in one piece kept them waiting for a fifth of a second.
 * @param parts Not one text put together of them: that would have to be made first, at a stretch.
 */
export async function textBytes(parts: readonly string[]): Promise<TextBytes> {
  const pieces: Buffer[] = [];
  for (const part of parts)
    for (let start = 0; start < part.length; ) {
      const end = endOfPiece(part, start);
      pieces.push(Buffer.from(part.slice(start, end)));
      if (end - start >= PIECE_CHARACTERS) await nextTurn();
      start = end;
    }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isShort = length <= PIECE_CHARACTERS;
  return { length, content: isShort ? Buffer.concat(pieces) : Readable.from(oneByOne(pieces), { objectMode: false }) };
}

/** The two halves of a character outside the first plane stay together. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_CHARACTERS;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

async function* oneByOne(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}
