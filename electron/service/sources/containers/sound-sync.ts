/**
 * Returns the length of the ID3v2 tag at the start, including header and footer; 0 if there is none (id3.org, ID3v2.4
 * §3.1).
 */
export function id3TagBytes(bytes: Uint8Array): number {
  const [i, d, three, major, revision, flags, ...rest] = bytes.subarray(0, 10);
  if (i !== 0x49 || d !== 0x44 || three !== 0x33 || rest.length < 4 || flags === undefined) return 0;
  if (major === 0xff || revision === 0xff || rest.some((byte) => byte > 0x7f)) return 0;
  const size = rest.reduce((sum, byte) => sum * 128 + byte, 0);
  return 10 + size + ((flags & 0x10) === 0 ? 0 : 10);
}

/** The number of consecutive frames that identify a bare stream. A single sync word often occurs by chance. */
const FRAMES_IN_A_ROW = 3;

/**
 * Returns the position in the first bytes at which a chain of MPEG audio frames of one kind begins; null if there is
 * none.
 */
export function findMpegAudio(bytes: Uint8Array): number | null {
  return findChain(bytes, MPEG_AUDIO, 0, PADDING_BYTES);
}

/** Returns the position in the first bytes at which a chain of ADTS (AAC) frames begins; null if there is none. */
export function findAdts(bytes: Uint8Array): number | null {
  return findChain(bytes, ADTS, 0, PADDING_BYTES);
}

/**
 * Returns the end of the last frame of AAC, AC-3, or MPEG audio in the last bytes of a bare stream; 0 without frames.
 * The end exceeds the size of these bytes if the frame is incomplete. Tags may follow the last frame.
 */
export function lastSoundFrameEnd(tail: Uint8Array, demuxer: 'aac' | 'ac3' | 'mp3'): number {
  const kind = { aac: ADTS, ac3: AC3, mp3: MPEG_AUDIO }[demuxer];
  let end = 0;
  for (let start = findChain(tail, kind); start !== null; start = findChain(tail, kind, end)) {
    end = start;
    for (let bytes = kind.frameBytes(tail, end); bytes > 0; bytes = kind.frameBytes(tail, end)) end += bytes;
    // The file ends inside the header of a frame.
    if (tail.length - end < kind.headerBytes && tail[end] === kind.sync) return tail.length + 1;
  }
  return end;
}

/** A kind of frame in a bare stream. */
interface FrameKind {
  /** The first byte of a frame. */
  readonly sync: number;
  /** The number of bytes that `frameBytes` needs. */
  readonly headerBytes: number;
  /** Returns the size of the frame at a position; 0 if its header is invalid. */
  readonly frameBytes: (bytes: Uint8Array, at: number) => number;
}

const MPEG_AUDIO: FrameKind = { sync: 0xff, headerBytes: 3, frameBytes: mpegAudioFrameBytes };
const ADTS: FrameKind = { sync: 0xff, headerBytes: 6, frameBytes: adtsFrameBytes };
const AC3: FrameKind = { sync: 0x0b, headerBytes: 6, frameBytes: ac3FrameBytes };

/** The maximum padding in bytes before the first frame, which some encoders write. */
const PADDING_BYTES = 4096;

function findChain(bytes: Uint8Array, kind: FrameKind, from = 0, until = bytes.length): number | null {
  for (let start = from; start < Math.min(bytes.length, until); start++)
    if (bytes[start] === kind.sync && isChain(bytes, start, kind)) return start;
  return null;
}

function isChain(bytes: Uint8Array, start: number, { frameBytes }: FrameKind): boolean {
  let at = start;
  for (let count = 0; count < FRAMES_IN_A_ROW; count++) {
    const length = frameBytes(bytes, at);
    if (length === 0) return false;
    at += length;
    // A file with only one or two frames ends exactly at the end of a frame.
    if (at === bytes.length) return true;
  }
  return true;
}

const LAYER_1_KBITS = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448];
const LAYER_2_KBITS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const LAYER_3_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_RATE_LAYER_1_KBITS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];
const LOW_RATE_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/**
 * Returns the size in bytes of the MPEG audio frame at `at` according to its header (ISO/IEC 11172-3 §2.4.2.3,
 * 13818-3); 0 if the header is invalid.
 */
export function mpegAudioFrameBytes(bytes: Uint8Array, at: number): number {
  const [first, second, third] = bytes.subarray(at, at + 3);
  if (first !== 0xff || second === undefined || third === undefined || (second & 0xe0) !== 0xe0) return 0;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  if (version === 1 || layer === 4) return 0;
  const mpeg1 = version === 3;
  const kbits = bitRates(mpeg1, layer)[third >> 4] ?? 0;
  const fullRate = SAMPLE_RATES[(third >> 2) & 3];
  if (kbits === 0 || fullRate === undefined) return 0;
  const sampleRate = fullRate / (mpeg1 ? 1 : version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kbits) / sampleRate) + padding) * 4;
  const samplesPerByte = layer === 3 && !mpeg1 ? 72_000 : 144_000;
  return Math.floor((samplesPerByte * kbits) / sampleRate) + padding;
}

function bitRates(mpeg1: boolean, layer: number): readonly number[] {
  if (!mpeg1) return layer === 1 ? LOW_RATE_LAYER_1_KBITS : LOW_RATE_KBITS;
  return layer === 1 ? LAYER_1_KBITS : layer === 2 ? LAYER_2_KBITS : LAYER_3_KBITS;
}

/** Returns the size in bytes of the ADTS frame at `at` (ISO/IEC 13818-7 §6.2); 0 if its header is invalid. */
function adtsFrameBytes(bytes: Uint8Array, at: number): number {
  const [first, second, third, fourth, fifth, sixth] = bytes.subarray(at, at + 6);
  if (first !== 0xff || second === undefined || third === undefined || fourth === undefined) return 0;
  if (fifth === undefined || sixth === undefined || (second & 0xf6) !== 0xf0 || ((third >> 2) & 15) > 12) return 0;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  return length < 8 ? 0 : length;
}

const AC3_KBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
/** The lowest and the highest bit stream identification of E-AC-3. Lower values identify AC-3. */
const EAC3_IDS = { from: 11, to: 16 };

/** Returns the size in bytes of the AC-3 or E-AC-3 frame at `at` (ETSI TS 102 366, 4.4 and E.1.3); 0 if it is invalid. */
function ac3FrameBytes(bytes: Uint8Array, at: number): number {
  const [first, second, third = 0, fourth = 0, fifth = 0, sixth] = bytes.subarray(at, at + 6);
  if (first !== 0x0b || second !== 0x77 || sixth === undefined) return 0;
  const id = sixth >> 3;
  if (id > EAC3_IDS.to) return 0;
  if (id >= EAC3_IDS.from) return 2 * ((((third & 7) << 8) | fourth) + 1);
  const code = fifth & 0x3f;
  const kbits = AC3_KBITS[code >> 1];
  if (kbits === undefined) return 0;
  switch (fifth >> 6) {
    case 0:
      return 4 * kbits;
    case 1:
      return 2 * (Math.floor((320 * kbits) / 147) + (code & 1));
    case 2:
      return 6 * kbits;
    default:
      return 0;
  }
}

/** The milliseconds of a frame of Opus by its mode: the configurations of SILK, of both, and of CELT (RFC 6716, 3.1). */
const SILK_FRAMES = [10, 20, 40, 60];
const HYBRID_FRAMES = [10, 20];
const CELT_FRAMES = [2.5, 5, 10, 20];

/** Returns the length of a packet of Opus; null if it is not a whole number of milliseconds. */
export function opusMilliseconds(packet: Uint8Array): number | null {
  const [head = 0, count = 0] = packet;
  const mode = head >> 3;
  const lengths = mode < 12 ? SILK_FRAMES : mode < 16 ? HYBRID_FRAMES : CELT_FRAMES;
  const frames = (head & 3) === 0 ? 1 : (head & 3) < 3 ? 2 : count & 63;
  const milliseconds = frames * (lengths[mode % lengths.length] ?? 0);
  return Number.isInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;
}

/** Returns the number of samples of a FLAC frame from its header (RFC 9639, 9.1); null if it is invalid. */
export function flacSamples(frame: Uint8Array): number | null {
  const [first, second = 0, third = 0, , number = 0] = frame;
  if (first !== 0xff || second >> 1 !== 0x7c) return null;
  const code = third >> 4;
  // The number of the frame has as many bytes as its first byte has leading ones.
  const following = frame.subarray(4 + Math.max(1, Math.clz32(~(number << 24))));
  if (code === 1) return 192;
  if (code < 6) return code === 0 ? null : 576 * 2 ** (code - 2);
  if (code === 6) return (following[0] ?? 0) + 1;
  return code === 7 ? 256 * (following[0] ?? 0) + (following[1] ?? 0) + 1 : 256 * 2 ** (code - 8);
}

/** The common sample rates. A rate that is computed from a duration is rounded to the nearest of them. */
const RATES = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
];
/**
 * The minimum number of samples in a frame for computing the rate. With fewer samples, times in whole milliseconds are
 * too inexact.
 */
const MIN_SAMPLES = 400;

/** Returns the sample rate of a frame from its duration; null if the frame is too short. */
export function commonRate(samples: number, seconds: number): number | null {
  if (samples < MIN_SAMPLES || !(seconds > 0)) return null;
  const rate = samples / seconds;
  return RATES.reduce((best, candidate) => (Math.abs(candidate - rate) < Math.abs(best - rate) ? candidate : best));
}
