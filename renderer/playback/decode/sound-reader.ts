import type { AudioSampleSink } from 'mediabunny';
import type { StereoWeights } from '#shared/timeline/stereo-mix.ts';
import type { SoundTrack } from './open-media.ts';

/** Sound of a source, at its own rate. */
export interface DecodedSound {
  readonly sampleRate: number;
  readonly channels: Stereo;
}

/** One position in the sound of a source. */
export interface SoundReader {
  /** From one second of the source's own time to another, with silence where there is none. One call at a time. */
  readonly read: (from: number, to: number) => Promise<DecodedSound>;
  readonly dispose: () => void;
}

/** Decoders need a few packets until they are right. */
const LEAD_SECONDS = 0.25;
/** A position that is this little behind is decoded on from. */
const NEAR_SECONDS = 1;

/** Decoded samples and where they are, counted in samples of the source's own time. */
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
  /** What was decoded last and may reach into what is asked for next. */
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
    // Before the beginning there may be packets, too, that are only there to be decoded.
    samples = sink.samples(from - LEAD_SECONDS + offsetSeconds);
  };
  const next = async (sampleRate: number): Promise<void> => {
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
      while (!ended && endOf(pieces.at(-1)) < end) await next(sampleRate);
      const channels = cut(pieces, first, end);
      // What is asked for next may begin a little before the end of this.
      pieces = pieces.filter((piece) => endOf(piece) > end - 1);
      return { sampleRate, channels };
    },
    dispose: leave,
  };
}

function endOf(piece: Piece | undefined): number {
  return piece === undefined ? Number.NEGATIVE_INFINITY : piece.start + piece.channels[0].length;
}

/** What is before the beginning of the source is not heard, and where nothing is, there is silence. */
function cut(pieces: readonly Piece[], first: number, end: number): Stereo {
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

/** Left and right, of equal length. */
export type Stereo = readonly [left: Float32Array<ArrayBuffer>, right: Float32Array<ArrayBuffer>];

/** Mixes any number of channels down to two. */
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
