import { SAMPLE_RATE } from '../template/values/frame-rate.ts';
import type { LoudnessTarget } from '../template/values/loudness-target.ts';
import { createLimiter, LIMITER_LOOKAHEAD, type SoundGain } from './limiter.ts';
import { createPeakWindow, PEAK_DELAY } from './true-peak.ts';

/** The measured sound of a film, with the gain that changes it to its target. */
export interface FilmGain extends SoundGain {
  /** The integrated loudness before the gain, in LUFS; null for a silent film. */
  readonly integrated: number | null;
  /** The highest true peak before the gain, as an amplitude. */
  readonly truePeak: number;
  /** The integrated loudness after the gain and the limiter, in LUFS; null for a silent film. */
  readonly reached: number | null;
}

/**
 * The distance from the ceiling in decibels. It is needed because other programs estimate true peaks up to 0.5 dB
 * higher.
 */
const MARGIN_DECIBELS = 0.5;
/** The maximum factor by which peaks may exceed the ceiling before the limiter: 12 dB. */
const HIGHEST_EXCESS = 4;
/** The maximum difference from the target, in LU, at which the search stops. */
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

/** Returns the ceiling of the limiter as an amplitude. */
export function ceilingOf({ truePeak }: Pick<LoudnessTarget, 'truePeak'>): number {
  return amplitudeOf(truePeak - MARGIN_DECIBELS);
}

/** Converts a level in decibels to an amplitude. */
export function amplitudeOf(decibels: number): number {
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
  // Skip the delay. A sound that is shorter than the delay ends within the added silence.
  yield rest.subarray(Math.max(0, rest.length - length));
}

/** The loudness and the true peak of a stereo sound at 48 kHz (ITU-R BS.1770-4). */
export interface MeasuredSound {
  /**
   * Returns the integrated loudness in LUFS after multiplying the amplitude by a gain. Null if no block of 400 ms is
   * louder than −70 LUFS.
   */
  integrated(gain?: number): number | null;
  /** The highest estimated true peak, as an amplitude. */
  readonly truePeak: number;
}

/** Measures a sound piece by piece. The memory is independent of the length of the sound. */
interface LoudnessMeter {
  /** Adds interleaved stereo samples. */
  add(samples: Float32Array): void;
  /** Returns the measurement. Call it after the last sample. */
  end(): MeasuredSound;
}

/** A biquad filter: the three coefficients of the input, followed by the two of the output. */
type Biquad = readonly [number, number, number, number, number];

/**
 * The K-weighting for 48 kHz (BS.1770-4, Annex 1, tables 1 and 2): a filter for the acoustic effect of the head,
 * followed by a high-pass filter.
 */
const HEAD_FILTER: Biquad = [
  1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585,
];
const HIGH_PASS: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];

/** A block has four steps. Adjacent blocks overlap by 75 %. */
const STEP_SAMPLES = SAMPLE_RATE / 10;
const STEPS_PER_BLOCK = 4;
/** The loudness of a block with power 1, in LUFS. */
const OFFSET = -0.691;
const ABSOLUTE_THRESHOLD = -70;
const RELATIVE_THRESHOLD = -10;

/**
 * Blocks are counted by loudness in classes of 0.01 LU. Blocks below the first class are ignored. The loudest sound of
 * 32-bit samples has 773 LUFS.
 */
const LOWEST = -150;
const HIGHEST = 800;
const CLASSES_PER_LU = 100;
const CLASSES = (HIGHEST - LOWEST) * CLASSES_PER_LU;

export function createLoudnessMeter(): LoudnessMeter {
  const window = createPeakWindow();
  const weighPowerOf = createWeighting();
  const counts = new Float64Array(CLASSES);
  const powers = new Float64Array(CLASSES);
  const steps = new Float64Array(STEPS_PER_BLOCK);
  let truePeak = 0;
  let energy = 0;
  let samplesInStep = 0;
  let stepCount = 0;

  const endStep = (): void => {
    steps[stepCount % STEPS_PER_BLOCK] = energy;
    stepCount += 1;
    energy = 0;
    samplesInStep = 0;
    if (stepCount < STEPS_PER_BLOCK) return;
    const power = steps.reduce((sum, each) => sum + each, 0) / (STEPS_PER_BLOCK * STEP_SAMPLES);
    const index = classOf(loudnessOf(power));
    if (index < 0) return;
    counts[index] = (counts[index] ?? 0) + 1;
    powers[index] = (powers[index] ?? 0) + power;
  };
  return {
    add(samples) {
      truePeak = window.highest(samples, truePeak);
      const count = samples.length >> 1;
      for (let at = 0; at < count; ) {
        const end = Math.min(count, at + STEP_SAMPLES - samplesInStep);
        energy = weighPowerOf(samples, at, end, energy);
        samplesInStep += end - at;
        at = end;
        if (samplesInStep === STEP_SAMPLES) endStep();
      }
    },
    end() {
      truePeak = window.highest(new Float32Array(2 * PEAK_DELAY), truePeak);
      return { integrated: (gain = 1) => integratedLoudness(counts, powers, gain), truePeak };
    },
  };
}

/**
 * Returns a function that adds the squares of the weighted samples from `from` to `to` of both channels to an energy.
 * During a call, the function keeps its state in local variables, which takes a third of the time of closure variables.
 */
function createWeighting(): (samples: Float32Array, from: number, to: number, energy: number) => number {
  // The state has two values per filter: first for the left channel, then for the right channel.
  const state = new Float64Array(8);
  const [sb0, sb1, sb2, sa1, sa2] = HEAD_FILTER;
  const [pb0, pb1, pb2, pa1, pa2] = HIGH_PASS;
  return (samples, from, to, energy) => {
    let [lh1 = 0, lh2 = 0, lp1 = 0, lp2 = 0, rh1 = 0, rh2 = 0, rp1 = 0, rp2 = 0] = state;
    let sum = energy;
    for (let at = 2 * from; at < 2 * to; at += 2) {
      const left = samples[at] ?? 0;
      const leftHead = sb0 * left + lh1;
      lh1 = sb1 * left - sa1 * leftHead + lh2;
      lh2 = sb2 * left - sa2 * leftHead;
      const leftPassed = pb0 * leftHead + lp1;
      lp1 = pb1 * leftHead - pa1 * leftPassed + lp2;
      lp2 = pb2 * leftHead - pa2 * leftPassed;
      const right = samples[at + 1] ?? 0;
      const rightHead = sb0 * right + rh1;
      rh1 = sb1 * right - sa1 * rightHead + rh2;
      rh2 = sb2 * right - sa2 * rightHead;
      const rightPassed = pb0 * rightHead + rp1;
      rp1 = pb1 * rightHead - pa1 * rightPassed + rp2;
      rp2 = pb2 * rightHead - pa2 * rightPassed;
      sum += leftPassed * leftPassed + rightPassed * rightPassed;
    }
    state.set([lh1, lh2, lp1, lp2, rh1, rh2, rp1, rp2]);
    return sum;
  };
}

function integratedLoudness(counts: Float64Array, powers: Float64Array, gain: number): number | null {
  const gainDecibels = 20 * Math.log10(gain);
  const audible = meanLoudness(counts, powers, ABSOLUTE_THRESHOLD - gainDecibels);
  if (audible === null) return null;
  const gated = meanLoudness(counts, powers, Math.max(audible + RELATIVE_THRESHOLD, ABSOLUTE_THRESHOLD - gainDecibels));
  return gated === null ? null : gated + gainDecibels;
}

/** Returns the loudness of the mean power of all blocks above a threshold; null if there are none. */
function meanLoudness(counts: Float64Array, powers: Float64Array, threshold: number): number | null {
  let [count, power] = [0, 0];
  for (let index = Math.max(0, classOf(threshold) + 1); index < CLASSES; index++) {
    count += counts[index] ?? 0;
    power += powers[index] ?? 0;
  }
  return count === 0 ? null : loudnessOf(power / count);
}

function loudnessOf(power: number): number {
  return OFFSET + 10 * Math.log10(power);
}

/** Returns the index of the class for a loudness; negative below all classes. */
function classOf(loudness: number): number {
  return Math.min(CLASSES - 1, Math.floor((Math.max(loudness, LOWEST - 1) - LOWEST) * CLASSES_PER_LU));
}
