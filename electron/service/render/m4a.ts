/** An MP4 file that holds nothing but AAC-LC: the packets first, then what is to be known of them (ISO/IEC 14496-12 and -14). */

/** Where packets begin in the file. */
export const M4A_HEAD_BYTES = 36;

export interface M4aSound {
  readonly sampleRate: number;
  /** Bytes of each packet. */
  readonly sizes: readonly number[];
  /** Samples of each packet but the last, which has what is left of `samples`. */
  readonly packetSamples: number;
  /** Of all packets. */
  readonly samples: number;
  /** Samples at the beginning that are not to be heard. */
  readonly early: number;
}

/** What stands before the packets. */
export function m4aHead(packetBytes: number): Uint8Array {
  // A size of one says that the real one follows, in 64 bits.
  const size = u64(packetBytes + 16);
  return Buffer.concat([box('ftyp', 'M4A ', u32(0), 'isom'), u32(1), 'mdat', size].map(bytesOf));
}

/** Version and flags of a box whose times have 64 bits; 32 would not do for a day at 48 kHz. */
const LONG = u32(0x01000000);
const LONG_AND_IN_USE = u32(0x01000003);
/** "und" in three times five bits. */
const UNDETERMINED = 0x55c4;
const MATRIX = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));

/** What stands behind them: stereo, all of it one chunk. */
export function m4aTail(sound: M4aSound): Uint8Array {
  const { sampleRate, sizes, packetSamples, samples, early } = sound;
  const heard = samples - early;
  const last = samples - (sizes.length - 1) * packetSamples;
  const durations = [...(sizes.length > 1 ? [sizes.length - 1, packetSamples] : []), 1, last];
  const table = box(
    'stbl',
    full('stsd', u32(1), sampleEntry(sound)),
    full('stts', u32(durations.length / 2), ...durations.map(u32)),
    full('stsc', u32(1), u32(1), u32(sizes.length), u32(1)),
    full('stsz', u32(0), u32(sizes.length), u32s(sizes)),
    full('stco', u32(1), u32(M4A_HEAD_BYTES)),
  );
  const media = box(
    'mdia',
    box('mdhd', LONG, zeros(16), u32(sampleRate), u64(samples), u16(UNDETERMINED), u16(0)),
    full('hdlr', zeros(4), 'soun', zeros(13)),
    box('minf', full('smhd', zeros(4)), box('dinf', full('dref', u32(1), box('url ', u32(1)))), table),
  );
  const track = box(
    'trak',
    // Enabled, in the movie.
    box(
      'tkhd',
      LONG_AND_IN_USE,
      zeros(16),
      u32(1),
      u32(0),
      u64(heard),
      zeros(12),
      u16(0x100),
      u16(0),
      MATRIX,
      zeros(8),
    ),
    box('edts', box('elst', LONG, u32(1), u64(heard), u64(early), u32(0x10000))),
    media,
  );
  const movie = [zeros(16), u32(sampleRate), u64(heard), u32(0x10000), u16(0x100), zeros(10), MATRIX, zeros(24)];
  return box('moov', box('mvhd', LONG, ...movie, u32(2)), track);
}

/** AAC-LC of two channels (14496-3, 1.6.2.1), and that nothing extends it. */
function audioSpecificConfig(sampleRate: number): Uint8Array {
  const frequency = FREQUENCIES.indexOf(sampleRate);
  if (frequency === -1) throw new RangeError(`AAC has no index for ${sampleRate} Hz.`);
  return Uint8Array.of((2 << 3) | (frequency >> 1), ((frequency & 1) << 7) | (2 << 3), 0x56, 0xe5, 0);
}

/** By their index (14496-3, table 1.18). */
const FREQUENCIES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000];

function sampleEntry({ sampleRate, sizes, samples }: M4aSound): Uint8Array {
  const bits = 8 * sizes.reduce((sum, size) => sum + size, 0);
  const rate = u32(Math.round((bits * sampleRate) / samples));
  const configuration = descriptor(
    4,
    // AAC, an audio stream; the decoder's buffer is not said.
    Uint8Array.of(0x40, 0x15, 0, 0, 0),
    rate,
    rate,
    descriptor(5, audioSpecificConfig(sampleRate)),
  );
  const stream = descriptor(3, u16(1), zeros(1), configuration, descriptor(6, Uint8Array.of(2)));
  const entry = [zeros(6), u16(1), zeros(8), u16(2), u16(16), zeros(4), u16(sampleRate), u16(0)];
  return box('mp4a', ...entry, full('esds', stream));
}

type Piece = Uint8Array | string;

function box(type: string, ...pieces: readonly Piece[]): Uint8Array {
  const body = pieces.map(bytesOf);
  const size = body.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), bytesOf(type), ...body]);
}

/** A box with version and flags, which are zero. */
function full(type: string, ...pieces: readonly Piece[]): Uint8Array {
  return box(type, u32(0), ...pieces);
}

/** None of ours is longer than a length of one byte can say. */
function descriptor(tag: number, ...pieces: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(pieces);
  return Buffer.concat([Uint8Array.of(tag, body.length), body]);
}

function bytesOf(piece: Piece): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
}

function zeros(count: number): Uint8Array {
  return new Uint8Array(count);
}

function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Uint8Array {
  return u32s([value]);
}

function u32s(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

function u64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
