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

/** The type of {@link OuterBox} for stray bytes between boxes. */
export const NO_BOX = '';

/**
 * Yields the outermost boxes up to the first invalid head. The last box may exceed the file. Throws a
 * `RangeError` if there are more than `most`.
 * @param next The bytes after the size of a box with which a file continues after stray bytes. Stray bytes are yielded as
 *   {@link NO_BOX}.
 */
export async function* outerBoxes(
  file: FileHandle,
  size: number,
  most: number,
  next: Buffer | null = null,
): AsyncGenerator<OuterBox> {
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
    const start = from;
    const found = next === null || isPlausible(head, start, size) ? null : await find(file, next, start, size);
    if (head === null && found === null) return;
    const { type, headBytes, bytes } = found === null && head !== null ? head : OTHER_BYTES;
    const end = found ?? (bytes === 0 ? size : start + bytes);
    const body = async (mostBytes: number) =>
      end - start > mostBytes || end > size ? null : (await read(start, end - start)).subarray(headBytes);
    yield { type, headBytes, from, end, body };
    from = end;
  }
}

/** The types of outermost boxes that may extend to the end of the file, or beyond it in a cut file. */
const LONG_BOXES: ReadonlySet<string> = new Set(['mdat', 'moof', 'moov', 'free', 'skip', 'uuid', 'mfra', 'sidx']);

const OTHER_BYTES: BoxHead = { type: NO_BOX, headBytes: 0, bytes: 0 };

function isPlausible(head: BoxHead | null, from: number, size: number): boolean {
  if (head === null) return false;
  const { type, bytes } = head;
  const isWithin = bytes > 0 && from + bytes <= size;
  return /^[ -~\xa9]{4}$/.test(type) && (isWithin || LONG_BOXES.has(type));
}

const SEARCH_BYTES = 2 ** 20;

/** Returns the start of the first box from a position on that has these bytes after its size; null if there is none. */
async function find(file: FileHandle, bytes: Buffer, from: number, size: number): Promise<number | null> {
  const window = Buffer.alloc(SEARCH_BYTES + bytes.length);
  for (let at = from; at < size; at += SEARCH_BYTES) {
    const { bytesRead } = await file.read(window, 0, window.length, at);
    const found = window.subarray(0, bytesRead).indexOf(bytes);
    if (found >= 0 && at + found - 4 > from) return at + found - 4;
  }
  return null;
}

/** The flags of `tfhd` and `trun` (8.8.7 and 8.8.8). Each field of `tfhd` follows the fields of smaller flags. */
const HEADER_FIELDS = [
  { flag: 0x01, bytes: 8 },
  { flag: 0x02, bytes: 4 },
  { flag: 0x08, bytes: 4 },
  { flag: 0x10, bytes: 4 },
];
const USUAL_DURATION = 0x08;
const USUAL_SIZE = 0x10;
const HAS_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_DURATION = 0x100;
const HAS_SIZE = 0x200;
const SAMPLE_FIELDS = [HAS_DURATION, HAS_SIZE, 0x400, 0x800];

/** Returns the length of the samples in ticks, and the end of their data relative to the base; null if it is invalid. */
export function samplesIn(
  traf: Buffer,
  header: Buffer,
  { duration, size }: { readonly duration: number; readonly size: number },
): { readonly ticks: number; readonly dataEnd: number } | null {
  const flags = header.readUInt32BE(0) & 0xff_ffff;
  const field = (flag: number, otherwise: number) => {
    if ((flags & flag) === 0) return otherwise;
    const before = HEADER_FIELDS.filter((each) => each.flag < flag && (flags & each.flag) !== 0);
    return header.readUInt32BE(before.reduce((sum, { bytes }) => sum + bytes, 8));
  };
  const usual = { duration: field(USUAL_DURATION, duration), size: field(USUAL_SIZE, size) };
  let [ticks, dataEnd] = [0, 0];
  for (const { type, body } of boxesIn(traf) ?? []) {
    const run = type === 'trun' ? readRun(body, usual) : { ticks: 0, bytes: 0, offset: null };
    if (run === null) return null;
    ticks += run.ticks;
    dataEnd = (run.offset ?? dataEnd) + run.bytes;
  }
  return { ticks, dataEnd };
}

/** Reads a `trun` box. Returns null if it has fewer samples than it states. */
function readRun(body: Buffer, usual: { readonly duration: number; readonly size: number }) {
  const flags = body.readUInt32BE(0) & 0xff_ffff;
  const has = (flag: number) => (flags & flag) !== 0;
  const count = body.readUInt32BE(4);
  const start = 8 + (has(HAS_OFFSET) ? 4 : 0) + (has(HAS_FIRST_FLAGS) ? 4 : 0);
  const rowBytes = 4 * SAMPLE_FIELDS.filter(has).length;
  if (start + count * rowBytes > body.length) return null;
  const total = (column: number) => {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += body.readUInt32BE(start + row * rowBytes + column);
    return sum;
  };
  return {
    ticks: has(HAS_DURATION) ? total(0) : count * usual.duration,
    bytes: has(HAS_SIZE) ? total(has(HAS_DURATION) ? 4 : 0) : count * usual.size,
    offset: has(HAS_OFFSET) ? body.readInt32BE(8) : null,
  };
}

/** Checks whether the content of a `moof` box is a sequence of boxes. */
export function areBoxes(body: Buffer): boolean {
  const named = (bytes: Buffer) => boxesIn(bytes)?.every(({ type }) => /^[ -~]{4}$/.test(type)) === true;
  return named(body) && (boxesIn(body) ?? []).every(({ type, body: traf }) => type !== 'traf' || named(traf));
}

/** Returns a number with this many bytes; an empty buffer if it is too large. */
export function numberBytes(value: number, width: 4 | 8): Buffer {
  if (value < 0 || value >= 2 ** (8 * width)) return Buffer.alloc(0);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes.subarray(8 - width);
}

/** Returns the parts of a `moov` box that fragments depend on. Equal texts mean that their fragments can be joined. */
export function descriptionOf(movie: Buffer): string | null {
  const parts = (boxesIn(movie) ?? []).flatMap(({ type, body }) => {
    if (type === 'mvex') return [body.toString('latin1')];
    if (type !== 'trak') return [];
    const table = bodyAt(body, 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0);
    const [numbers, entries] = [bodyAt(table, 'stsz'), bodyAt(table, 'stsd')];
    const hasSamples = numbers !== null && numbers.readUInt32BE(8) > 0;
    if (hasSamples || entries === null) return [null];
    const ticks = numberAfterTimes(bodyAt(body, 'mdia', 'mdhd'));
    return [`${numberAfterTimes(bodyAt(body, 'tkhd'))} ${ticks} ${entries.toString('latin1')}`];
  });
  return parts.length === 0 || parts.includes(null) ? null : parts.join('\n');
}

/** The clock of a track, and the defaults of its samples in fragments. */
export interface TrackDefaults {
  readonly ticksPerSecond: number;
  readonly duration: number;
  readonly size: number;
}

/** Returns the clocks of the tracks and the defaults of their samples (ISO/IEC 14496-12, 8.8.3). */
export function defaultsIn(movie: Buffer): ReadonlyMap<number, TrackDefaults> {
  const defaults = (boxesIn(bodyAt(movie, 'mvex') ?? Buffer.alloc(0)) ?? []).filter(({ type }) => type === 'trex');
  return new Map(
    (boxesIn(movie) ?? []).flatMap(({ type, body }) => {
      if (type !== 'trak') return [];
      const track = numberAfterTimes(bodyAt(body, 'tkhd'));
      const row = defaults.find((each) => each.body.readUInt32BE(4) === track)?.body;
      const ticksPerSecond = numberAfterTimes(bodyAt(body, 'mdia', 'mdhd'));
      if (row === undefined || ticksPerSecond === 0) return [];
      return [[track, { ticksPerSecond, duration: row.readUInt32BE(12), size: row.readUInt32BE(16) }] as const];
    }),
  );
}

/** Returns the end of the samples that a `moov` box lists itself, in seconds; 0 if fragments contain all samples. */
export function samplesEnd(movie: Buffer): number {
  const ends = (boxesIn(movie) ?? []).map(({ type, body }) => {
    const lengths =
      type === 'trak' ? numbersIn(bodyAt(body, 'mdia', 'minf', 'stbl', 'stts') ?? Buffer.alloc(8), 2) : null;
    let ticks = 0;
    for (let row = 0; row < (lengths?.length ?? 0); row += 2)
      ticks += (lengths?.[row] ?? 0) * (lengths?.[row + 1] ?? 0);
    return ticks / Math.max(1, numberAfterTimes(bodyAt(body, 'mdia', 'mdhd')));
  });
  return Math.max(0, ...ends);
}
