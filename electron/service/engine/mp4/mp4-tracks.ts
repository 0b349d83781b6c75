import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { box, fullBox, u16, u32, zeros } from '../../sources/containers/iso-boxes.ts';
import type { PictureSegment } from './mp4-segment.ts';
import { PACKET_SAMPLES, type TrackTimes } from './track-times.ts';

/** One track of an MP4 file: all that is to be known of its samples but where they lie. In ticks of its own. */
export interface Track {
  readonly kind: 'picture' | 'sound';
  /** What a decoder has to be told before the first sample. */
  readonly description: Uint8Array;
  readonly ticksPerSecond: number;
  /** Bytes of each sample, in the order of decoding. */
  readonly sizes: readonly number[];
  /** How long each but the last lasts. */
  readonly sampleTicks: number;
  /** How long all of them last. */
  readonly ticks: number;
  /** What of the beginning is neither seen nor heard. */
  readonly early: number;
  /** What is seen or heard. */
  readonly shownTicks: number;
  /** From the decoding of each until it is shown; empty where that is at once. */
  readonly waits: readonly number[];
  /** Samples, from zero on, at which decoding can begin; null where all are. */
  readonly keyFrames: readonly number[] | null;
  readonly size: Size | null;
}

/** Pictures of one scene after another as one track; null where they are not alike enough for that. */
export function pictureTrack(segments: readonly PictureSegment[], size: Size): Track | null {
  const [first] = segments;
  if (first === undefined || segments.some((segment) => !isAlike(segment, first))) return null;
  const { description, ticksPerSecond, frameTicks } = first;
  // Very short scenes reorder fewer frames, and so are shown earlier: all wait for as long as the slowest.
  const early = Math.max(...new Set(segments.map(({ delay }) => delay)));
  const sizes: number[] = [];
  const waits: number[] = [];
  const keyFrames: number[] = [];
  for (const segment of segments) {
    for (const frame of segment.keyFrames) keyFrames.push(sizes.length + frame);
    for (const wait of segment.waits) waits.push(wait + early - segment.delay);
    for (const each of segment.sizes) sizes.push(each);
  }
  const ticks = sizes.length * frameTicks;
  return {
    kind: 'picture',
    ...{ description, ticksPerSecond, sizes, sampleTicks: frameTicks, ticks, early, shownTicks: ticks },
    waits: waits.every((wait) => wait === 0) ? [] : waits,
    keyFrames: keyFrames.length === sizes.length ? null : keyFrames,
    size,
  };
}

function isAlike(segment: PictureSegment, first: PictureSegment): boolean {
  return (
    segment.ticksPerSecond === first.ticksPerSecond &&
    segment.frameTicks === first.frameTicks &&
    Buffer.compare(segment.description, first.description) === 0
  );
}

/** Packets of AAC-LC in stereo as a track. */
export function soundTrack(sizes: readonly number[], { early, samples }: TrackTimes): Track {
  return {
    kind: 'sound',
    description: audioDescription(SAMPLE_RATE, sizes, samples),
    ticksPerSecond: SAMPLE_RATE,
    ...{ sizes, sampleTicks: PACKET_SAMPLES, ticks: samples, early, shownTicks: samples - early },
    ...{ waits: [], keyFrames: null, size: null },
  };
}

/**
 * What a decoder of AAC-LC in stereo has to be told (ISO/IEC 14496-14, 5.6).
 * @param sizes Bytes of each packet.
 * @param samples Of all packets.
 */
export function audioDescription(sampleRate: number, sizes: readonly number[], samples: number): Uint8Array {
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
  return box('mp4a', ...entry, fullBox('esds', stream));
}

/** AAC-LC of two channels (14496-3, 1.6.2.1), and that nothing extends it. */
function audioSpecificConfig(sampleRate: number): Uint8Array {
  const frequency = FREQUENCIES.indexOf(sampleRate);
  if (frequency === -1) throw new RangeError(`AAC has no index for ${sampleRate} Hz.`);
  return Uint8Array.of((2 << 3) | (frequency >> 1), ((frequency & 1) << 7) | (2 << 3), 0x56, 0xe5, 0);
}

/** By their index (14496-3, table 1.18). */
const FREQUENCIES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000];

/** None of ours is longer than a length of one byte can say. */
function descriptor(tag: number, ...pieces: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(pieces);
  return Buffer.concat([Uint8Array.of(tag, body.length), body]);
}
