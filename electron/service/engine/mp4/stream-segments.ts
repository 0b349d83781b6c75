import { type FrameRate, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import {
  bodyAt,
  box,
  boxesIn,
  fullBox,
  numberAfterTimes,
  rowsIn,
  u32,
  u32s,
  u64,
} from '../../sources/containers/iso-boxes.ts';
import { streamHead } from './mp4-film.ts';
import type { BoxBody } from './mp4-segment.ts';
import { audioDescription } from './mp4-tracks.ts';
import { PACKET_SAMPLES } from './track-times.ts';

/**
 * The usual duration of a piece of pictures and of a segment, in seconds. A sync frame every 2 s costs about 5 % of the
 * size.
 */
const PIECE_SECONDS = 2;
/**
 * The maximum duration of a segment in seconds. It rounds to the usual duration, which playlists state (RFC 8216,
 * 4.3.3.1). With this tolerance, no piece at the end of a scene is very short.
 */
const MAX_SECONDS = 2.4;

/**
 * The maximum length at which all scenes have the same distance. x264 reduces its number of B-frames to fit a shorter
 * distance. That number is in the headers, which must be equal in all scenes.
 */
const MAX_EQUAL_FRAMES = 10;

/**
 * Returns the distance between the sync frames of a scene in whole frames. The last piece can be some frames shorter. A
 * scene that is shorter than the distance is one piece.
 */
export function pieceFrames(frames: number, { numerator, denominator }: FrameRate): number {
  const most = Math.max(1, Math.floor((MAX_SECONDS * numerator) / denominator));
  if (frames <= most || most <= MAX_EQUAL_FRAMES) return most;
  return Math.ceil(frames / Math.ceil(frames / most));
}

/**
 * Returns the number of pieces in each segment: one, or several short ones. hls.js does not detect the end of a film
 * whose last segment lasts only milliseconds.
 * @param lengths The length of each piece in frames.
 */
export function piecesPerSegment(lengths: readonly number[], framesPerSecond: number): readonly number[] {
  const counts: number[] = [];
  let frames = Number.POSITIVE_INFINITY;
  for (const length of lengths) {
    frames += length;
    const last = counts.length - 1;
    // The tolerance of a hundredth of a frame covers the rounding of the rate.
    if (frames <= MAX_SECONDS * framesPerSecond + 0.01) counts[last] = (counts[last] ?? 0) + 1;
    else {
      counts.push(1);
      frames = length;
    }
  }
  return counts;
}

/** A track of a stream, which is a file without samples followed by segments. */
export interface StreamTrack {
  readonly kind: 'picture' | 'sound';
  /** The sample description (`avc1` or `mp4a`). */
  readonly description: Uint8Array;
  readonly ticksPerSecond: number;
  /** The duration of each sample except the last one of the track. */
  readonly sampleTicks: number;
  /** The duration at the start that players skip: the priming of a sound. */
  readonly skippedTicks: number;
  readonly size: Size | null;
}

/** Consecutive samples of a track: a segment, or a part of one. */
export interface SegmentSamples {
  /** The number of the fragment, from 0. */
  readonly number: number;
  /** The number of samples before the segment. */
  readonly first: number;
  readonly sizes: readonly number[];
  /**
   * The ticks from the decoding to the display of each sample. They can be negative, so that the first picture has the
   * time zero without an edit list. Empty if all are zero.
   */
  readonly compositionOffsets: readonly number[];
  /** The duration of the last sample. */
  readonly lastTicks: number;
}

/** Returns the track of the sound of an MP4 film. The description does not contain the bit rate of the whole film. */
export function soundStreamTrack(skippedTicks: number): StreamTrack {
  return {
    kind: 'sound',
    description: audioDescription(SAMPLE_RATE, [], 1),
    ticksPerSecond: SAMPLE_RATE,
    sampleTicks: PACKET_SAMPLES,
    skippedTicks,
    size: null,
  };
}

/** Returns the file without samples (`EXT-X-MAP`) with which the segments of a track can be decoded. */
export function initSegment(track: StreamTrack): Uint8Array {
  return streamHead({
    ...track,
    sizes: [],
    ticks: 0,
    displayedTicks: 0,
    compositionOffsets: [],
    syncFrames: null,
  });
}

/** The flags of `tfhd` and `trun` (14496-12, 8.8.7 and 8.8.8). */
const HEADER_FLAGS = 0x20000 + 0x8 + 0x20;
const RUN = { base: 0x1 + 0x200, firstFlags: 0x4, durations: 0x100, offsets: 0x800 };
/** The flags of a frame that depends on others, and of a sync frame or a packet (8.8.3.1). */
const DEPENDENT = 0x01010000;
const INDEPENDENT = 0x02000000;

/**
 * Returns the bytes before the samples of a segment: `moof` and the head of `mdat`. The samples of a picture begin with
 * a sync frame.
 */
export function segmentHead(track: StreamTrack, samples: SegmentSamples): Uint8Array {
  const before = fragmentBox(track, samples, 0).length;
  const bytes = samples.sizes.reduce((sum, size) => sum + size, 0);
  // The samples begin after the head of `mdat`.
  return Buffer.concat([fragmentBox(track, samples, before + 8), u32(bytes + 8), Buffer.from('mdat')]);
}

function fragmentBox(
  { kind, sampleTicks }: StreamTrack,
  { number, first, sizes, compositionOffsets, lastTicks }: SegmentSamples,
  dataOffset: number,
): Uint8Array {
  const isPicture = kind === 'picture';
  const hasDurations = lastTicks !== sampleTicks;
  const hasOffsets = compositionOffsets.some((offset) => offset !== 0);
  const flags =
    RUN.base + (isPicture ? RUN.firstFlags : 0) + (hasDurations ? RUN.durations : 0) + (hasOffsets ? RUN.offsets : 0);
  const rows = sizes.flatMap((size, index) => [
    ...(hasDurations ? [index === sizes.length - 1 ? lastTicks : sampleTicks] : []),
    size,
    ...(hasOffsets ? [(compositionOffsets[index] ?? 0) >>> 0] : []),
  ]);
  return box(
    'moof',
    fullBox('mfhd', u32(number + 1)),
    box(
      'traf',
      box('tfhd', u32(HEADER_FLAGS), u32s([1, sampleTicks, isPicture ? DEPENDENT : INDEPENDENT])),
      box('tfdt', u32(0x01000000), u64(first * sampleTicks)),
      // Version 1 has signed offsets.
      box(
        'trun',
        u32(0x01000000 + flags),
        u32s([sizes.length, dataOffset, ...(isPicture ? [INDEPENDENT] : [])]),
        u32s(rows),
      ),
    ),
  );
}

/** The minimum duration of the last segment of sound, in seconds. A shorter rest belongs to the segment before it. */
const MIN_REST_SECONDS = 0.4;

/**
 * Returns the number of packets before each segment of sound. Avoids a very short last segment, which would cost a
 * request for some milliseconds.
 * @param packets The number of packets of the film.
 */
export function soundCuts(packets: number): readonly number[] {
  const least = (MIN_REST_SECONDS * SAMPLE_RATE) / PACKET_SAMPLES;
  const cuts = [0];
  for (let segment = 1; ; segment++) {
    const cut = Math.round((segment * PIECE_SECONDS * SAMPLE_RATE) / PACKET_SAMPLES);
    if (packets - cut < least) return cuts;
    cuts.push(cut);
  }
}

/** Returns the duration of a segment in seconds. */
export function segmentSeconds(
  { ticksPerSecond, sampleTicks }: StreamTrack,
  { sizes, lastTicks }: Pick<SegmentSamples, 'sizes' | 'lastTicks'>,
): number {
  return ((sizes.length - 1) * sampleTicks + lastTicks) / ticksPerSecond;
}

/** A fragment of a finished film: its samples and their places in the film. */
export interface PlacedPiece extends SegmentSamples {
  readonly ranges: readonly BoxBody[];
}

/** A track of a finished film with its segments. */
export interface PlacedTrack {
  readonly track: StreamTrack;
  /** The fragments of each segment. */
  readonly segments: readonly (readonly PlacedPiece[])[];
}

/**
 * Cuts a finished film into the same segments that were streamed while it was made. Returns null if its tables are
 * malformed.
 * @param movie The body of its `moov` box.
 */
export function segmentsOfFilm(movie: Buffer): { readonly picture: PlacedTrack; readonly sound: PlacedTrack } | null {
  const tracks = boxesIn(movie)?.filter(({ type }) => type === 'trak') ?? [];
  const read = tracks.map(({ body }) => samplesIn(body));
  const picture = read.find((each) => each?.track.kind === 'picture');
  const sound = read.find((each) => each?.track.kind === 'sound');
  if (!picture || !sound) return null;
  const pieces = cutAt(picture.syncFrames, picture);
  const lengths = pieces.map(({ sizes }) => sizes.length);
  let taken = 0;
  const segments = piecesPerSegment(lengths, picture.track.ticksPerSecond / picture.track.sampleTicks).map((count) => {
    taken += count;
    return pieces.slice(taken - count, taken);
  });
  return {
    picture: { track: picture.track, segments },
    sound: {
      track: soundStreamTrack(sound.track.skippedTicks),
      segments: cutAt(soundCuts(sound.sizes.length), sound).map((piece) => [piece]),
    },
  };
}

interface ReadTrack {
  readonly track: StreamTrack;
  readonly sizes: readonly number[];
  readonly positions: readonly number[];
  readonly compositionOffsets: readonly number[];
  readonly syncFrames: readonly number[];
  readonly lastTicks: number;
}

function cutAt(starts: readonly number[], read: ReadTrack): readonly PlacedPiece[] {
  return starts.map((first, number) => {
    const end = starts[number + 1] ?? read.sizes.length;
    const sizes = read.sizes.slice(first, end);
    const ranges: { start: number; bytes: number }[] = [];
    for (const [index, bytes] of sizes.entries()) {
      const start = read.positions[first + index] ?? 0;
      const last = ranges.at(-1);
      if (last !== undefined && last.start + last.bytes === start) last.bytes += bytes;
      else ranges.push({ start, bytes });
    }
    const isLast = end === read.sizes.length;
    return {
      ...{ number, first, sizes, ranges },
      compositionOffsets: read.compositionOffsets.slice(first, end),
      lastTicks: isLast ? read.lastTicks : read.track.sampleTicks,
    };
  });
}

function samplesIn(body: Buffer): ReadTrack | null {
  const media = bodyAt(body, 'mdia');
  const table = media && bodyAt(media, 'minf', 'stbl');
  const handler = media && bodyAt(media, 'hdlr')?.toString('latin1', 8, 12);
  const ticksPerSecond = numberAfterTimes(media && bodyAt(media, 'mdhd'));
  const entries = table && bodyAt(table, 'stsd');
  const sizes = table && rowsIn(bodyAt(table, 'stsz')?.subarray(4) ?? Buffer.alloc(0))?.map(([size = 0]) => size);
  if (!table || !entries || !sizes || sizes.length === 0 || ticksPerSecond === 0) return null;
  const durations = rowsOf(table, 'stts', 2).flatMap(([count = 0, ticks = 0]) => new Array<number>(count).fill(ticks));
  const offsets = rowsOf(table, 'ctts', 2).flatMap(([count = 0, ticks = 0]) => new Array<number>(count).fill(ticks));
  const positions = positionsIn(table, sizes);
  const [sampleTicks = 0] = durations;
  if (positions === null || durations.length !== sizes.length || sampleTicks === 0) return null;
  const skipped = skippedIn(body);
  const isPicture = handler === 'vide';
  const header = bodyAt(body, 'tkhd');
  const side = (fromEnd: number): number => (header?.readUInt32BE(header.length - fromEnd) ?? 0) / 0x10000;
  return {
    track: {
      kind: isPicture ? 'picture' : 'sound',
      description: Uint8Array.from(entries.subarray(8)),
      ...{ ticksPerSecond, sampleTicks },
      skippedTicks: isPicture ? 0 : skipped,
      size: isPicture ? { width: side(8), height: side(4) } : null,
    },
    ...{ sizes, positions },
    compositionOffsets: isPicture ? sizes.map((_, index) => (offsets[index] ?? 0) - skipped) : [],
    syncFrames:
      bodyAt(table, 'stss') === null ? [...sizes.keys()] : rowsOf(table, 'stss', 1).map(([frame = 1]) => frame - 1),
    lastTicks: durations.at(-1) ?? sampleTicks,
  };
}

function rowsOf(table: Buffer, type: string, width: number): readonly (readonly number[])[] {
  const body = bodyAt(table, type);
  return (body && rowsIn(body, width)) ?? [];
}

/** Returns the ticks that the edit list skips (`elst`; 14496-12, 8.6.6); zero without an edit list. */
function skippedIn(track: Buffer): number {
  const list = bodyAt(track, 'edts', 'elst');
  if (list === null) return 0;
  return list[0] === 1 ? Number(list.readBigInt64BE(16)) : list.readInt32BE(12);
}

/** Returns the position of each sample in the file (`stsc`, `stco`, `co64`); null if the tables are inconsistent. */
function positionsIn(table: Buffer, sizes: readonly number[]): readonly number[] | null {
  const wide = rowsOf(table, 'co64', 2).map(([high = 0, low = 0]) => high * 2 ** 32 + low);
  const chunks = wide.length > 0 ? wide : rowsOf(table, 'stco', 1).map(([start = 0]) => start);
  const runs = rowsOf(table, 'stsc', 3);
  const positions: number[] = [];
  let run = 0;
  for (const [index, start] of chunks.entries()) {
    if ((runs[run + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= index + 1) run++;
    let position = start;
    for (let sample = 0; sample < (runs[run]?.[1] ?? 0); sample++) {
      const size = sizes[positions.length];
      if (size === undefined) return null;
      positions.push(position);
      position += size;
    }
  }
  return positions.length === sizes.length ? positions : null;
}
