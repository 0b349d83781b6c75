import type { PacketPlaces } from './packet-tables.ts';

/** The picture of an H.264 stream, from its parameter sets (ITU-T H.264, 7.3.2). */
export interface H264Picture extends PictureColors {
  /** The size after cropping. */
  readonly width: number;
  readonly height: number;
  /** The aspect of a pixel; null if it is not stated. */
  readonly aspect: Fraction | null;
  /** The frames per second; null if they are not stated. */
  readonly rate: Fraction | null;
}

export interface PictureColors {
  /** Whether the values use the full range; null if it is not stated. */
  readonly isFullRange: boolean | null;
  /** The codes of ITU-T H.273; null if they are not stated. */
  readonly colors: ColorCodes | null;
}

interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

export interface ColorCodes {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
}

/**
 * Reads the body of an `avcC` box (ISO/IEC 14496-15, 5.3.3). Supports only one picture of progressive frames in 4:2:0
 * with 8 bits, because other parameter sets have further fields. Returns null for all others.
 */
export function readAvcConfiguration(body: Buffer): H264Picture | null {
  const LENGTHS_OF_FOUR_BYTES = 0xff;
  const ONE_SET = 0xe1;
  if (body[0] !== 1 || body[4] !== LENGTHS_OF_FOUR_BYTES || body[5] !== ONE_SET) return null;
  const sequenceBytes = body.readUInt16BE(6);
  const sequence = body.subarray(8, 8 + sequenceBytes);
  const pictures = body.subarray(8 + sequenceBytes);
  if (pictures[0] !== 1) return null;
  const picture = pictures.subarray(3, 3 + pictures.readUInt16BE(1));
  if (sequence.length !== sequenceBytes || picture.length === 0 || !hasOneOrder(picture)) return null;
  return readSequence(sequence);
}

/** Checks that both fields of a frame have the same order count (7.3.2.2). */
function hasOneOrder(set: Buffer): boolean {
  if (set[0] === undefined || (set[0] & 31) !== 8) return false;
  const bits = bitsOf(set.subarray(1));
  bits.golomb();
  bits.golomb();
  bits.take(1);
  return bits.take(1) === 0;
}

const BASELINE = 66;
const MAIN = 77;
const HIGH = 100;

/** Reads a sequence parameter set (7.3.2.1.1); see {@link readAvcConfiguration}. */
function readSequence(set: Buffer): H264Picture | null {
  if (set[0] === undefined || (set[0] & 31) !== 7) return null;
  const bits = bitsOf(set.subarray(1));
  const profile = bits.take(8);
  bits.take(16);
  bits.golomb();
  if (profile === HIGH) {
    const isUsual = bits.golomb() === 1 && bits.golomb() === 0 && bits.golomb() === 0;
    bits.take(1);
    if (!isUsual || bits.take(1) !== 0) return null;
  } else if (profile !== BASELINE && profile !== MAIN) return null;
  bits.golomb();
  const order = bits.golomb();
  if (order === 0) bits.golomb();
  else if (order !== 2) return null;
  bits.golomb();
  bits.take(1);
  const blocksAcross = bits.golomb() + 1;
  const blocksDown = bits.golomb() + 1;
  const isProgressive = bits.take(1) === 1;
  if (!isProgressive) return null;
  bits.take(1);
  const isCropped = bits.take(1) === 1;
  const [left, right, top, bottom] = isCropped
    ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()]
    : [0, 0, 0, 0];
  const width = 16 * blocksAcross - 2 * (left + right);
  const height = 16 * blocksDown - 2 * (top + bottom);
  if (width < 1 || height < 1) return null;
  const usability = bits.take(1) === 1 ? readUsability(bits) : NOTHING_STATED;
  return usability && { width, height, ...usability };
}

const NOTHING_STATED = { aspect: null, isFullRange: null, colors: null, rate: null };

/** The pixel aspects by their codes (Table E-1). */
const ASPECTS = [
  [0, 1],
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
] as const;
const EXTENDED_ASPECT = 255;

/** Reads the video usability information (E.1.1). Returns null if each frame states how its fields are displayed. */
function readUsability(bits: Bits): Omit<H264Picture, 'width' | 'height'> | null {
  let [numerator, denominator] = [0, 1];
  if (bits.take(1) === 1) {
    const code = bits.take(8);
    [numerator, denominator] =
      code === EXTENDED_ASPECT ? [bits.take(16), bits.take(16)] : [...(ASPECTS[code] ?? ([0, 1] as const))];
  }
  if (bits.take(1) === 1) bits.take(1);
  let isFullRange: boolean | null = null;
  let colors: ColorCodes | null = null;
  if (bits.take(1) === 1) {
    bits.take(3);
    isFullRange = bits.take(1) === 1;
    if (bits.take(1) === 1) colors = { primaries: bits.take(8), transfer: bits.take(8), matrix: bits.take(8) };
  }
  if (bits.take(1) === 1) {
    bits.golomb();
    bits.golomb();
  }
  let rate: Fraction | null = null;
  if (bits.take(1) === 1) {
    const [units, scale] = [bits.take(32), bits.take(32)];
    rate = { numerator: scale, denominator: 2 * units };
    bits.take(1);
  }
  const hasBuffers = [readBuffers(bits), readBuffers(bits)].includes(true);
  if (hasBuffers) bits.take(1);
  if (bits.take(1) === 1) return null;
  return { aspect: numerator > 0 && denominator > 0 ? { numerator, denominator } : null, isFullRange, colors, rate };
}

/** Skips the parameters of a reference decoder (E.1.2). Returns whether they exist. */
function readBuffers(bits: Bits): boolean {
  if (bits.take(1) === 0) return false;
  const count = bits.golomb() + 1;
  bits.take(8);
  for (let each = 0; each < count && each < 32; each++) {
    bits.golomb();
    bits.golomb();
    bits.take(1);
  }
  bits.take(20);
  return true;
}

interface Bits {
  /** Returns the next bits as a number. Throws a `RangeError` at the end. */
  take(count: number): number;
  /** Returns the next number in the coding `ue(v)` (9.1). */
  golomb(): number;
}

/** Returns a reader of the payload of a unit, without the bytes that prevent start codes (7.4.1). */
function bitsOf(unit: Buffer, isEscaped = true): Bits {
  const isEscape = (byte: number, index: number) =>
    isEscaped && byte === 3 && index > 1 && unit[index - 1] === 0 && unit[index - 2] === 0;
  const payload = unit.filter((byte, index) => !isEscape(byte, index));
  let at = 0;
  const take = (count: number): number => {
    if (at + count > 8 * payload.length) throw new RangeError('the parameter set is cut short');
    let value = 0;
    for (const end = at + count; at < end; at++) value = 2 * value + (((payload[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  const golomb = (): number => {
    let zeros = 0;
    while (take(1) === 0) if (++zeros > 32) throw new RangeError('the number is too long');
    return 2 ** zeros - 1 + take(zeros);
  };
  return { take, golomb };
}

const READ_BYTES = 2 ** 20;
const LENGTH_BYTES = 4;
/**
 * The maximum number of bytes of a unit that are read. Usual messages are shorter, because encoders write some hundred
 * bytes.
 */
const UNIT_BYTES = 4096;
const ALTERNATIVE_TRANSFER = 147;
/**
 * The types of units (Table 7-1) that keep the description of the stream: slices, messages, delimiters, and filler.
 * Messages are also checked by their content.
 */
const SLICE = 1;
const SYNC_SLICE = 5;
const MESSAGE = 6;
const HARMLESS: ReadonlySet<number> = new Set([SLICE, SYNC_SLICE, MESSAGE, 9, 12]);

/** Reads at most `bytes` bytes at a position of a file into the start of the buffer. Returns the number of bytes. */
type ReadInto = (buffer: Buffer, bytes: number, start: number) => Promise<number>;

/**
 * Checks that each packet consists of whole units that keep the description of the stream, and that the first packet is
 * a sync frame. Skips the content of long units.
 */
export async function areSteadyPackets(
  { offsets, sizes }: PacketPlaces,
  read: ReadInto,
  signal: AbortSignal,
): Promise<boolean> {
  const block = Buffer.allocUnsafe(READ_BYTES);
  let [blockStart, blockEnd] = [0, 0];
  let hasSync = false;
  for (const [packet, start] of offsets.entries()) {
    const end = start + (sizes[packet] ?? 0);
    for (let at = start; at < end; ) {
      if (at < blockStart || at + UNIT_BYTES > blockEnd) {
        signal.throwIfAborted();
        [blockStart, blockEnd] = [at, at + (await read(block, READ_BYTES, at))];
      }
      const unit = harmlessUnit(block.subarray(at - blockStart, Math.min(blockEnd, end) - blockStart), end - at);
      if (unit === null) return false;
      hasSync ||= unit.type === SYNC_SLICE;
      at += unit.bytes;
    }
    if (!hasSync) return false;
  }
  return true;
}

/**
 * Reads the unit at the start of the bytes. Returns null if it changes the description of the stream, or if it exceeds
 * the `most` remaining bytes of its packet.
 */
function harmlessUnit(bytes: Buffer, most: number): { readonly type: number; readonly bytes: number } | null {
  if (bytes.length <= LENGTH_BYTES) return null;
  const length = bytes.readUInt32BE(0);
  const type = bytes.readUInt8(LENGTH_BYTES) & 31;
  if (length === 0 || LENGTH_BYTES + length > most || !HARMLESS.has(type)) return null;
  if (type === MESSAGE && changesTransfer(bytes.subarray(LENGTH_BYTES + 1, LENGTH_BYTES + length))) return null;
  return { type, bytes: LENGTH_BYTES + length };
}

/** Checks whether a unit of messages (7.3.2.3.1) states an alternative transfer function. */
function changesTransfer(unit: Buffer): boolean {
  let at = 0;
  const number = (): number => {
    let value = 0;
    while (unit[at] === 255) {
      value += 255;
      at += 1;
    }
    return value + (unit[at++] ?? 0);
  };
  while (at + 2 < unit.length) {
    const type = number();
    const bytes = number();
    if (type === ALTERNATIVE_TRANSFER) return true;
    at += bytes;
  }
  return false;
}

/** The header of a frame of VP8 or VP9. The size and ffprobe's fields are absent unless it is a key frame. */
export interface VpHeader {
  readonly isKey: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Reads the header of the first frame in a packet; null if it is unusual.
 * @param bytes The size of the packet.
 */
export function vpHeader(codec: 'vp8' | 'vp9', head: Buffer, bytes: number): VpHeader | null {
  return codec === 'vp8' ? vp8Header(head, bytes) : vp9Header(head);
}

const VP8_START = 0x9d012a;
/** The bytes of a key frame before its first partition, whose size is in the tag. */
const VP8_HEAD_BYTES = 10;

/** Reads the header of a frame of VP8 (RFC 6386, 9.1 and 9.2). */
function vp8Header(head: Buffer, bytes: number): VpHeader | null {
  const tag = head.readUIntLE(0, 3);
  if ((tag & 1) !== 0) return { isKey: false };
  const isWhole = VP8_HEAD_BYTES + (tag >> 5) <= bytes;
  const [width, height] = [head.readUInt16LE(6), head.readUInt16LE(8)];
  // The upper bits scale the picture. The first two coded bits, the color space and the clamping, are both 0 in this range.
  const isUsual =
    isWhole && head.readUIntBE(3, 3) === VP8_START && (width | height) < 2 ** 14 && head.readUInt8(10) < 64;
  return isUsual ? { isKey: true, width, height, fields: { pix_fmt: 'yuv420p' } } : null;
}

const VP9_SYNC = 0x498342;
/** FFmpeg's names of the color spaces of VP9 (VP9 Bitstream Specification, 7.2.2). RGB is left to ffprobe. */
const VP9_SPACES = ['unknown', 'bt470bg', 'bt709', 'smpte170m', 'smpte240m', 'bt2020nc'];

/** Reads the header of a frame of VP9 with the profile 0 (6.2). */
function vp9Header(head: Buffer): VpHeader | null {
  const bits = bitsOf(head, false);
  if (bits.take(2) !== 2 || bits.take(2) !== 0) return null;
  const isShownAgain = bits.take(1) === 1;
  if (isShownAgain || bits.take(1) === 1) return { isKey: false };
  bits.take(2);
  const isSynchronized = bits.take(24) === VP9_SYNC;
  const space = VP9_SPACES[bits.take(3)];
  const range = bits.take(1) === 1 ? 'pc' : 'tv';
  const [width, height] = [bits.take(16) + 1, bits.take(16) + 1];
  if (!isSynchronized || space === undefined) return null;
  return { isKey: true, width, height, fields: { pix_fmt: 'yuv420p', color_range: range, color_space: space } };
}
