import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { box, fullBox, u16, u32, zeros } from '../../sources/containers/iso-boxes.ts';
import type { PictureSegment } from './mp4-segment.ts';
import { PACKET_SAMPLES, type TrackTimes } from './track-times.ts';

/** One track of an MP4 file without the positions of its samples. Times are in ticks of the track. */
export interface Track {
  readonly kind: 'picture' | 'sound';
  /** The sample description, which a decoder needs before the first sample. */
  readonly description: Uint8Array;
  readonly ticksPerSecond: number;
  /** The size of each sample in bytes, in decoding order. */
  readonly sizes: readonly number[];
  /** The duration of each sample except the last. */
  readonly sampleTicks: number;
  /** The duration of all samples. */
  readonly ticks: number;
  /** The duration at the start that players skip: the priming of a sound, or the reorder delay of a picture. */
  readonly skippedTicks: number;
  /** The duration that players present. */
  readonly displayedTicks: number;
  /** The ticks from the decoding to the display of each sample; empty if all are zero. */
  readonly compositionOffsets: readonly number[];
  /** The indices of the sync samples; null if every sample is a sync sample. */
  readonly syncFrames: readonly number[] | null;
  readonly size: Size | null;
}

/**
 * Combines the pictures of consecutive scenes into one track. Returns null without scenes, or if their descriptions or
 * time bases differ.
 */
export function pictureTrack(segments: readonly PictureSegment[], size: Size): Track | null {
  const [first] = segments;
  if (first === undefined || segments.some((segment) => !hasSameFormat(segment, first))) return null;
  const { description, ticksPerSecond, frameTicks } = first;
  // All scenes get the largest delay. Very short scenes reorder fewer frames and would otherwise be displayed too
  // early.
  const skippedTicks = Math.max(...new Set(segments.map(({ delay }) => delay)));
  const sizes: number[] = [];
  const compositionOffsets: number[] = [];
  const syncFrames: number[] = [];
  for (const segment of segments) {
    for (const frame of segment.syncFrames) syncFrames.push(sizes.length + frame);
    for (const wait of segment.compositionOffsets) compositionOffsets.push(wait + skippedTicks - segment.delay);
    for (const each of segment.sizes) sizes.push(each);
  }
  const ticks = sizes.length * frameTicks;
  return {
    kind: 'picture',
    ...{
      description,
      ticksPerSecond,
      sizes,
      sampleTicks: frameTicks,
      ticks,
      skippedTicks,
      displayedTicks: ticks,
    },
    compositionOffsets: compositionOffsets.every((wait) => wait === 0) ? [] : compositionOffsets,
    syncFrames: syncFrames.length === sizes.length ? null : syncFrames,
    size,
  };
}

function hasSameFormat(segment: PictureSegment, first: PictureSegment): boolean {
  return (
    segment.ticksPerSecond === first.ticksPerSecond &&
    segment.frameTicks === first.frameTicks &&
    Buffer.compare(segment.description, first.description) === 0
  );
}

/** Returns a track of AAC-LC packets in stereo. */
export function soundTrack(sizes: readonly number[], { skippedSamples, samples }: TrackTimes): Track {
  return {
    kind: 'sound',
    description: audioDescription(SAMPLE_RATE, sizes, samples),
    ticksPerSecond: SAMPLE_RATE,
    ...{
      sizes,
      sampleTicks: PACKET_SAMPLES,
      ticks: samples,
      skippedTicks: skippedSamples,
      displayedTicks: samples - skippedSamples,
    },
    ...{ compositionOffsets: [], syncFrames: null, size: null },
  };
}

/**
 * Returns the sample description of AAC-LC in stereo (ISO/IEC 14496-14, 5.6). Throws a RangeError for a sample rate
 * without an index in AAC.
 * @param sizes The bytes of each packet.
 * @param samples The number of samples in all packets.
 */
export function audioDescription(sampleRate: number, sizes: readonly number[], samples: number): Uint8Array {
  const bits = 8 * sizes.reduce((sum, size) => sum + size, 0);
  const rate = u32(Math.round((bits * sampleRate) / samples));
  const configuration = descriptor(
    4,
    // An audio stream of AAC. The buffer size of the decoder is zero, which means unspecified.
    Uint8Array.of(0x40, 0x15, 0, 0, 0),
    rate,
    rate,
    descriptor(5, audioSpecificConfig(sampleRate)),
  );
  const stream = descriptor(3, u16(1), zeros(1), configuration, descriptor(6, Uint8Array.of(2)));
  const entry = [zeros(6), u16(1), zeros(8), u16(2), u16(16), zeros(4), u16(sampleRate), u16(0)];
  return box('mp4a', ...entry, fullBox('esds', stream));
}

/**
 * Returns the configuration of AAC-LC with two channels (14496-3, 1.6.2.1). It signals that the SBR extension is
 * absent.
 */
function audioSpecificConfig(sampleRate: number): Uint8Array {
  const frequency = FREQUENCIES.indexOf(sampleRate);
  if (frequency === -1) throw new RangeError(`AAC has no index for ${sampleRate} Hz.`);
  return Uint8Array.of((2 << 3) | (frequency >> 1), ((frequency & 1) << 7) | (2 << 3), 0x56, 0xe5, 0);
}

/** The sample rates by index (14496-3, table 1.18). */
const FREQUENCIES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000];

/** Returns a descriptor. The length of its content must fit into one byte. */
function descriptor(tag: number, ...pieces: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(pieces);
  return Buffer.concat([Uint8Array.of(tag, body.length), body]);
}
