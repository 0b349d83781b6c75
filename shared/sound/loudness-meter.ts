import { SAMPLE_RATE } from '../template/values/frame-rate.ts';
import { createPeakWindow, PEAK_DELAY } from './true-peak.ts';

/** The loudness and the true peak of a stereo sound at 48 kHz (ITU-R BS.1770-4). */
export interface MeasuredSound {
  /**
   * Returns the integrated loudness in LUFS after a gain, which is a factor of the amplitude. Null if no block of
   * 400 ms is louder than −70 LUFS.
   */
  integrated(gain?: number): number | null;
  /** The largest estimate of the true peak, as an amplitude. */
  readonly truePeak: number;
}

/** Measures a sound piece by piece. Takes the same memory for each length of the sound. */
export interface LoudnessMeter {
  /** Adds interleaved stereo samples. */
  add(samples: Float32Array): void;
  /** Returns the measurement after the last sample. */
  end(): MeasuredSound;
}

/** A biquad filter: `b0`, `b1`, `b2`, `a1`, and `a2`. */
type Biquad = readonly [number, number, number, number, number];

/** The K-weighting for 48 kHz (BS.1770-4, Annex 1, tables 1 and 2): the shelf of a head, then a high-pass filter. */
const SHELF: Biquad = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
const HIGH_PASS: Biquad = [1, -2, 1, -1.99004745483398, 0.99007225036621];

/** Four steps are a gating block. The blocks overlap by 75 %. */
const STEP_SAMPLES = SAMPLE_RATE / 10;
const STEPS_PER_BLOCK = 4;
/** The loudness of a block with the power 1, in LUFS. */
const OFFSET = -0.691;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** The blocks are counted by their loudness in classes of 0.01 LU. Blocks below the first class never count. */
const LOWEST = -150;
const CLASSES_PER_LU = 100;
const CLASSES = 200 * CLASSES_PER_LU;

export function createLoudnessMeter(): LoudnessMeter {
  const window = createPeakWindow();
  const [left, right] = [createWeighting(), createWeighting()];
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
      for (let at = 0; at + 1 < samples.length; at += 2) {
        const [leftSample, rightSample] = [samples[at] ?? 0, samples[at + 1] ?? 0];
        const peak = window.push(leftSample, rightSample, truePeak);
        if (peak > truePeak) truePeak = peak;
        energy += left(leftSample) + right(rightSample);
        if (++samplesInStep === STEP_SAMPLES) endStep();
      }
    },
    end() {
      for (let rest = 0; rest < PEAK_DELAY; rest++) truePeak = Math.max(truePeak, window.push(0, 0, truePeak));
      return { integrated: (gain = 1) => integratedLoudness(counts, powers, gain), truePeak };
    },
  };
}

/** Returns a function that weights the next sample of a channel and returns its square. */
function createWeighting(): (sample: number) => number {
  let [shelf1, shelf2, pass1, pass2] = [0, 0, 0, 0];
  const [sb0, sb1, sb2, sa1, sa2] = SHELF;
  const [pb0, pb1, pb2, pa1, pa2] = HIGH_PASS;
  return (sample) => {
    const shelved = sb0 * sample + shelf1;
    shelf1 = sb1 * sample - sa1 * shelved + shelf2;
    shelf2 = sb2 * sample - sa2 * shelved;
    const passed = pb0 * shelved + pass1;
    pass1 = pb1 * shelved - pa1 * passed + pass2;
    pass2 = pb2 * shelved - pa2 * passed;
    return passed * passed;
  };
}

function integratedLoudness(counts: Float64Array, powers: Float64Array, gain: number): number | null {
  const gainDecibels = 20 * Math.log10(gain);
  const audible = meanLoudness(counts, powers, ABSOLUTE_GATE - gainDecibels);
  if (audible === null) return null;
  const gated = meanLoudness(counts, powers, Math.max(audible + RELATIVE_GATE, ABSOLUTE_GATE - gainDecibels));
  return gated === null ? null : gated + gainDecibels;
}

/** Returns the loudness of the mean power of the blocks above a gate; null if there are none. */
function meanLoudness(counts: Float64Array, powers: Float64Array, gate: number): number | null {
  let [count, power] = [0, 0];
  for (let index = Math.max(0, classOf(gate) + 1); index < CLASSES; index++) {
    count += counts[index] ?? 0;
    power += powers[index] ?? 0;
  }
  return count === 0 ? null : loudnessOf(power / count);
}

function loudnessOf(power: number): number {
  return OFFSET + 10 * Math.log10(power);
}

/** Returns the index of the class of a loudness; negative if it is below all classes. */
function classOf(loudness: number): number {
  return Math.min(CLASSES - 1, Math.floor((Math.max(loudness, LOWEST - 1) - LOWEST) * CLASSES_PER_LU));
}
