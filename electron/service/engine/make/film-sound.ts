import { limitedSound } from '#shared/sound/film-gain.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { clipsBetween, limiterRange, type SoundSegment, soundSegmentsOf } from '../plan/track-segments.ts';
import { soundStream, toSixteenBits, unclippedSound } from './sound-stream.ts';

type FilmPlan = Pick<RenderPlan, 'scenes' | 'music' | 'samples' | 'gain'>;
/** Returns the pending sound of a part. */
export type SoundFile = Parameters<typeof soundSegmentsOf>[1];

/** A range of the film's sound. The range can end after the film, in silence. */
export interface SampleRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of the complete sound of a film. */
export function completeRange({ samples }: Pick<FilmPlan, 'samples'>): SampleRange {
  return { from: 0, to: samples };
}

/** Returns the sound segments that determine a range of a film. */
export function segmentsOfRange(plan: FilmPlan, { from, to }: SampleRange, fileOf: SoundFile): readonly SoundSegment[] {
  const [first, last] = plan.gain === null ? [from, to] : limiterRange(from, to, plan.samples);
  return soundSegmentsOf(clipsBetween(plan, first, last), fileOf);
}

/**
 * Streams ranges of a film's sound one after another as raw 16-bit samples, with the gain and the limiter of the film.
 * An empty piece means that no sound is available yet but more will follow.
 */
export async function* filmSound(
  plan: FilmPlan,
  ranges: readonly SampleRange[],
  fileOf: SoundFile,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { gain } = plan;
  if (gain === null) {
    const segments = ranges.flatMap((range) => segmentsOfRange(plan, range, fileOf));
    yield* soundStream(segments, signal);
    return;
  }
  for (const range of ranges) {
    const { from, to } = range;
    const [first] = limiterRange(from, to, plan.samples);
    const limited = limitedSound(unclippedSound(segmentsOfRange(plan, range, fileOf), signal), gain);
    let position = 2 * (first - from);
    const end = 2 * (to - from);
    for await (const samples of limited) {
      const begin = Math.min(samples.length, Math.max(0, -position));
      const piece = samples.subarray(begin, Math.max(begin, end - position));
      position += samples.length;
      yield toSixteenBits(piece);
    }
  }
}

/**
 * Resolves when the first samples of a sound are available. Start the encoding process afterward, so that it does not
 * wait for input.
 */
export async function waitForSound(sound: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { length } of sound) if (length > 0) return;
}
