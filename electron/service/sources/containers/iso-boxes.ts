import type { FileHandle } from 'node:fs/promises';

/** The boxes of MP4 files (ISO/IEC 14496-12, 4.2). A box has a size, a name, and bytes or boxes. */

/** The content of a box. A string stands for its Latin-1 bytes. */
export type Piece = Uint8Array | string;

export function box(type: string, ...pieces: readonly Piece[]): Uint8Array {
  const body = pieces.map(bytesOf);
  const size = body.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), bytesOf(type), ...body]);
}

/** Returns a box with a version and flags, which are all zero. */
export function fullBox(type: string, ...pieces: readonly Piece[]): Uint8Array {
  return box(type, u32(0), ...pieces);
}

/** Returns a box with a table of `u32` values: the number of rows, and then the rows of `width` values each. */
export function tableBox(type: string, values: readonly number[], width = 1): Uint8Array {
  return fullBox(type, u32(values.length / width), u32s(values));
}

function bytesOf(piece: Piece): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
}

export function zeros(count: number): Uint8Array {
  return new Uint8Array(count);
}

export function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Uint8Array {
  return u32s([value]);
}

export function u32s(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

export function u64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A box that was read: its type and its content. */
export interface FoundBox {
  readonly type: string;
  readonly body: Buffer;
}

export interface BoxHead {
  readonly type: string;
  /** The size of the head in bytes. */
  readonly headBytes: number;
  /** The size of head and body in bytes; zero if the box extends to the end of its file. */
  readonly bytes: number;
}

/** The maximum number of bytes that {@link readBoxHead} reads. */
export const MAX_BOX_HEAD = 16;

export function readBoxHead(bytes: Buffer): BoxHead | null {
  if (bytes.length < 8) return null;
  const type = bytes.toString('latin1', 4, 8);
  const size = bytes.readUInt32BE(0);
  if (size !== 1) return size === 0 || size >= 8 ? { type, headBytes: 8, bytes: size } : null;
  if (bytes.length < MAX_BOX_HEAD) return null;
  const long = Number(bytes.readBigUInt64BE(8));
  return long >= MAX_BOX_HEAD && Number.isSafeInteger(long) ? { type, headBytes: 16, bytes: long } : null;
}

/** The maximum number of boxes within a box. Files have some thousands at most; empty boxes would fill the memory. */
const MAX_CHILDREN = 2 ** 16;

/**
 * Returns the consecutive boxes in `bytes`; null if the last box does not end exactly at the end of the bytes, or if
 * there are too many.
 */
export function boxesIn(bytes: Buffer): readonly FoundBox[] | null {
  const boxes: FoundBox[] = [];
  for (let start = 0; start < bytes.length; ) {
    if (boxes.length >= MAX_CHILDREN) return null;
    const head = readBoxHead(bytes.subarray(start));
    const size = head?.bytes === 0 ? bytes.length - start : head?.bytes;
    if (head === null || size === undefined || start + size > bytes.length) return null;
    boxes.push({ type: head.type, body: bytes.subarray(start + head.headBytes, start + size) });
    start += size;
  }
  return boxes;
}

/** Returns the body of the first box at a path of types; null if there is none. */
export function bodyAt(bytes: Buffer, ...path: readonly string[]): Buffer | null {
  let body: Buffer | undefined = bytes;
  for (const type of path) {
    body = boxesIn(body)?.find((child) => child.type === type)?.body;
    if (body === undefined) return null;
  }
  return body;
}

/**
 * Returns the rows of `width` numbers in a box in the form of {@link tableBox}; null if it contains fewer rows than it
 * states.
 */
export function rowsIn(body: Buffer, width = 1): readonly (readonly number[])[] | null {
  if (body.length < 8) return null;
  const count = body.readUInt32BE(4);
  if (body.length < 8 + 4 * width * count) return null;
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: width }, (_, column) => body.readUInt32BE(8 + 4 * (row * width + column))),
  );
}

/**
 * Returns the numbers of a box in the form of {@link tableBox} in one list; null if it contains fewer rows than it
 * states. A hostile table has millions of rows, which would take much more memory as rows of {@link rowsIn}.
 */
export function numbersIn(body: Buffer, width = 1): Uint32Array | null {
  if (body.length < 8) return null;
  const count = width * body.readUInt32BE(4);
  if (body.length < 8 + 4 * count) return null;
  return new Uint32Array(count).map((_, index) => body.readUInt32BE(8 + 4 * index));
}

/**
 * Returns the number after the two times at the start of `mvhd`, `mdhd`, and `tkhd`: the ticks per second, or the
 * number of a track. Returns zero if the number is missing. In version 1, each time has 64 bits.
 */
export function numberAfterTimes(header: Buffer | null): number {
  const at = header?.[0] === 1 ? 20 : 12;
  return header === null || header.length < at + 4 ? 0 : header.readUInt32BE(at);
}

/** A box at the outermost level of a file, with its positions in bytes. */
export interface OuterBox extends Pick<BoxHead, 'type' | 'headBytes'> {
  readonly from: number;
  readonly end: number;
  /** Returns the content, which the next read overwrites; null if it is incomplete or longer than this. */
  readonly body: (most: number) => Promise<Buffer | null>;
}

const WINDOW_BYTES = 4096;

/**
 * Yields the outermost boxes up to the first invalid head. The last box may exceed the file. Throws a
 * `RangeError` if there are more than `most`.
 */
export async function* outerBoxes(file: FileHandle, size: number, most: number): AsyncGenerator<OuterBox> {
  const window = Buffer.alloc(WINDOW_BYTES);
  let [windowFrom, windowEnd] = [0, 0];
  const read = async (start: number, bytes: number) => {
    if (bytes > WINDOW_BYTES) {
      const buffer = Buffer.alloc(bytes);
      return buffer.subarray(0, (await file.read(buffer, 0, bytes, start)).bytesRead);
    }
    if (start < windowFrom || start + bytes > windowEnd) {
      windowFrom = start;
      windowEnd = start + (await file.read(window, 0, WINDOW_BYTES, start)).bytesRead;
    }
    return window.subarray(start - windowFrom, Math.min(windowEnd, start + bytes) - windowFrom);
  };
  let from = 0;
  for (let boxes = 0; from < size; boxes++) {
    if (boxes >= most) throw new RangeError('the file has too many boxes');
    const head = readBoxHead(await read(from, MAX_BOX_HEAD));
    if (head === null) return;
    const { type, headBytes } = head;
    const start = from;
    const end = head.bytes === 0 ? size : from + head.bytes;
    const body = async (mostBytes: number) =>
      end - start > mostBytes || end > size ? null : (await read(start, end - start)).subarray(headBytes);
    yield { type, headBytes, from, end, body };
    from = end;
  }
}
