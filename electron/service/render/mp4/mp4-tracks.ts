import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { audioDescription } from './aac-description.ts';
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
