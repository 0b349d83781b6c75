import type { AudioSampleSink } from 'mediabunny';
import type { StereoWeights } from '#shared/sound/stereo-mix.ts';
import type { SoundTrack } from './open-media.ts';

/** Decoded sound at the sample rate of the source. */
export interface DecodedSound {
  readonly sampleRate: number;
  readonly channels: Stereo;
}

/** A decoder of a source's sound with its own position. */
export interface SoundReader {
  /** Reads the sound between two source times in seconds. Gaps are silent. Calls must not overlap. */
  readonly read: (from: number, to: number) => Promise<DecodedSound>;
  readonly dispose: () => void;
}

/** The preroll in seconds after which decoded samples are correct. */
const LEAD_SECONDS = 0.25;
/** The distance in seconds within which the reader decodes ahead instead of seeking. */
const NEAR_SECONDS = 1;

/** Decoded samples with their position, in samples of the source. */
interface Piece {
  readonly start: number;
  readonly channels: Stereo;
}

export function createSoundReader({
  samples: decode,
  sampleRate: rate,
  offsetSeconds,
  weightsOf,
}: SoundTrack): SoundReader {
  const sink = decode();
  let samples: ReturnType<AudioSampleSink['samples']> | null = null;
  /** The decoded samples that a later read may need. */
  let pieces: Piece[] = [];
  let ended = false;

  const leave = () => {
    void samples?.return();
    samples = null;
    pieces = [];
    ended = false;
  };
  const enter = (from: number) => {
    leave();
    // Start decoding earlier, because samples can depend on previous packets.
    samples = sink.samples(from - LEAD_SECONDS + offsetSeconds);
  };
  const readNext = async (sampleRate: number): Promise<void> => {
    const { value: sample } = (await samples?.next()) ?? { value: undefined };
    if (sample === undefined) {
      ended = true;
      return;
    }
    try {
      const channels = Array.from({ length: sample.numberOfChannels }, (_, index) => {
        const plane = new Float32Array(sample.numberOfFrames);
        sample.copyTo(plane, { planeIndex: index, format: 'f32-planar' });
        return plane;
      });
      const start = Math.round((sample.timestamp - offsetSeconds) * sampleRate);
      pieces.push({ start, channels: toStereo(channels, weightsOf(channels.length)) });
    } finally {
      sample.close();
    }
  };

  return {
    async read(from, to) {
      const sampleRate = await rate();
      const [first, end] = [Math.round(from * sampleRate), Math.round(to * sampleRate)];
      const [oldest] = pieces;
      const reached = endOf(pieces.at(-1));
      const isNear = oldest !== undefined && oldest.start <= first && first - reached <= NEAR_SECONDS * sampleRate;
      if (samples === null || !(isNear || (ended && first >= reached))) enter(from);
      while (!ended && endOf(pieces.at(-1)) < end) await readNext(sampleRate);
      const channels = cutPieces(pieces, first, end);
      // The next read can begin one sample before the end of this read.
      pieces = pieces.filter((piece) => endOf(piece) > end - 1);
      return { sampleRate, channels };
    },
    dispose: leave,
  };
}

function endOf(piece: Piece | undefined): number {
  return piece === undefined ? Number.NEGATIVE_INFINITY : piece.start + piece.channels[0].length;
}

/** Returns the samples of a range. Negative positions and gaps are silent. */
function cutPieces(pieces: readonly Piece[], first: number, end: number): Stereo {
  const length = Math.max(0, end - first);
  const result: Stereo = [new Float32Array(length), new Float32Array(length)];
  for (const piece of pieces) {
    const from = Math.max(first, piece.start, 0);
    const to = Math.min(end, endOf(piece));
    if (to <= from) continue;
    for (const [side, channel] of piece.channels.entries())
      result[side === 0 ? 0 : 1].set(channel.subarray(from - piece.start, to - piece.start), from - first);
  }
  return result;
}

/** The left and right channels. They have the same length. */
export type Stereo = readonly [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];

/** Mixes any number of channels to stereo. */
export function toStereo(channels: readonly Float32Array[], weights: StereoWeights): Stereo {
  const length = channels[0]?.length ?? 0;
  const stereo: Stereo = [new Float32Array(length), new Float32Array(length)];
  for (const [side, mixed] of stereo.entries())
    for (const [index, weight] of weights.entries()) {
      const factor = weight[side === 0 ? 0 : 1];
      const channel = channels[index];
      if (factor === 0 || channel === undefined) continue;
      for (let at = 0; at < length; at++) mixed[at] = (mixed[at] ?? 0) + factor * (channel[at] ?? 0);
    }
  return stereo;
}
