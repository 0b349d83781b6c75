import type { LoudnessTarget } from '../template/movie/movie.ts';
import { createLimiter, LIMITER_LOOKAHEAD, type SoundGain } from './limiter.ts';
import { createLoudnessMeter, type MeasuredSound } from './loudness-meter.ts';

/** The measured sound of a film, and the gain that brings it to its target. */
export interface FilmGain extends SoundGain {
  /** The integrated loudness before the gain in LUFS; null for a silent film. */
  readonly integrated: number | null;
  /** The largest true peak before the gain, as an amplitude. */
  readonly truePeak: number;
  /** The integrated loudness after the gain and the limiter in LUFS; null for a silent film. */
  readonly reached: number | null;
}

/** The distance from the ceiling in decibels, because other estimates of true peaks are up to 0.5 dB higher. */
const MARGIN_DECIBELS = 0.5;
/** The factor by which a film can exceed the ceiling before the limiter: 12 dB. */
const HIGHEST_EXCESS = 4;
/** The difference from the target, in LU, that needs no further attempt. */
const CLOSE_ENOUGH = 0.1;
const ATTEMPTS = 3;

/**
 * Measures a film and returns its gain. Reads the sound up to four times.
 * @param openSound Returns the interleaved stereo sound of the whole film at 48 kHz, before clipping.
 */
export async function findFilmGain(
  requested: LoudnessTarget,
  openSound: () => AsyncIterable<Float32Array>,
): Promise<FilmGain> {
  const target = requested.integrated;
  const ceiling = ceilingOf(requested);
  const measured = await measureSound(openSound());
  const { truePeak } = measured;
  const integrated = measured.integrated();
  if (integrated === null) return { gain: 1, ceiling, integrated, truePeak, reached: null };
  const mostGain = (HIGHEST_EXCESS * ceiling) / truePeak;
  let gain = Math.min(amplitudeOf(target - integrated), mostGain);
  for (let attempt = 1; ; attempt++) {
    const reached =
      gain * truePeak <= ceiling
        ? measured.integrated(gain)
        : (await measureSound(limitedSound(openSound(), { gain, ceiling }))).integrated();
    const next = reached === null ? gain : Math.min(gain * amplitudeOf(target - reached), mostGain);
    const isDone = reached === null || Math.abs(reached - target) <= CLOSE_ENOUGH || next === gain;
    if (isDone || attempt === ATTEMPTS) return { gain, ceiling, integrated, truePeak, reached };
    gain = next;
  }
}

/** Returns the ceiling of the limiter, as an amplitude. */
export function ceilingOf({ truePeak }: Pick<LoudnessTarget, 'truePeak'>): number {
  return amplitudeOf(truePeak - MARGIN_DECIBELS);
}

/** Returns the amplitude of a level in decibels. */
function amplitudeOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

async function measureSound(sound: AsyncIterable<Float32Array>): Promise<MeasuredSound> {
  const meter = createLoudnessMeter();
  for await (const samples of sound) meter.add(samples);
  return meter.end();
}

/** Applies a gain to a sound and limits it. The result has the same length. Changes the pieces in place. */
export async function* limitedSound(sound: AsyncIterable<Float32Array>, gain: SoundGain): AsyncGenerator<Float32Array> {
  const { limit } = createLimiter(gain);
  let late = 2 * LIMITER_LOOKAHEAD;
  const inTime = (samples: Float32Array): Float32Array => {
    limit(samples);
    const skipped = Math.min(late, samples.length);
    late -= skipped;
    return samples.subarray(skipped);
  };
  let length = 0;
  for await (const samples of sound) {
    length += samples.length;
    yield inTime(samples);
  }
  const rest = inTime(new Float32Array(2 * LIMITER_LOOKAHEAD));
  // A sound that is shorter than the delay ends within the added silence.
  yield rest.subarray(Math.max(0, rest.length - length));
}
