import { describe, expect, test } from 'vitest';
import { createLimiter, LIMITER_LOOKAHEAD, LIMITER_LOOKBACK } from './limiter.ts';
import { createPeakWindow, PEAK_DELAY } from './true-peak.ts';

const CEILING = 0.5;
const LENGTH = 24_000;

/** Returns noise with loud bursts, which is the same in every run. */
function bursts(): Float32Array {
  let state = 1;
  return Float32Array.from({ length: 2 * LENGTH }, (_, index) => {
    state = (state * 16_807) % 2_147_483_647;
    const isLoud = (index >> 1) % 7000 < 300;
    return (state / 2_147_483_647 - 0.5) * (isLoud ? 1.9 : 0.3);
  });
}

/** Limits a sound in pieces. Removes the delay from the result. */
function limited(sound: Float32Array, gain: number, pieceSamples: number): Float32Array {
  const { limit } = createLimiter({ gain, ceiling: CEILING });
  const all = new Float32Array(sound.length + 2 * LIMITER_LOOKAHEAD);
  all.set(sound);
  for (let at = 0; at < all.length; at += 2 * pieceSamples) limit(all.subarray(at, at + 2 * pieceSamples));
  return all.subarray(2 * LIMITER_LOOKAHEAD);
}

/**
 * The number of silent samples on each side of a sound. Peaks at the ends of the sound reduce the gain of these
 * samples.
 */
const SIDE = 1000;

/** Limits a sound directly according to the definition: computes each sample from all samples around it. */
function byDefinition(sound: Float32Array, gain: number): Float32Array {
  const length = sound.length / 2 + 2 * SIDE;
  const x = new Float32Array(2 * length);
  x.set(
    sound.map((sample) => sample * gain),
    2 * SIDE,
  );
  const at = (values: Float64Array, index: number) => values[index] ?? 1;
  const window = createPeakWindow();
  const r = new Float64Array(length).fill(1);
  for (let n = 0; n < length; n++) {
    const peak = window.push(x[2 * n] ?? 0, x[2 * n + 1] ?? 0, 0);
    if (n >= PEAK_DELAY) r[n - PEAK_DELAY] = Math.min(1, CEILING / peak);
  }
  const lowest = (values: Float64Array, from: number, to: number, rise: number): number => {
    let least = 1;
    for (let index = from; index <= to; index++) least = Math.min(least, at(values, index) + (to - index) * rise);
    return least;
  };
  const m = r.map((_, n) => lowest(r, n - 240, n + 240, 0));
  const h = m.map((_, n) => lowest(m, n - 9600, n, 1 / 9600));
  return x.subarray(2 * SIDE, 2 * (length - SIDE)).map((sample, index) => {
    const n = SIDE + (index >> 1);
    let sum = 0;
    for (let each = n - 240; each <= n + 240; each++) sum += at(h, each);
    return sample * (sum / 481);
  });
}

describe('the limiter', () => {
  test('limits each sample according to the definition', () => {
    const sound = bursts().subarray(0, 2 * 16_000);
    const [made, expected] = [limited(sound, 1.5, 1000), byDefinition(sound, 1.5)];
    // Skip the end, because the recovery after it depends on silence that the definition does not include.
    for (let index = 0; index < made.length - 2 * 500; index++)
      expect(made[index]).toBeCloseTo(expected[index] ?? 0, 6);
  });

  test('does not depend on the size of the pieces', () => {
    const sound = bursts();
    expect(limited(sound, 1.5, 128)).toEqual(limited(sound, 1.5, 10_000));
  });

  test('treats a single peak equally for pieces of any size', () => {
    const sound = bursts().map((sample, index) => (Math.abs(index - 6000) < 20 ? sample * 9 : sample * 0.3));
    const whole = limited(sound, 1.5, LENGTH + LIMITER_LOOKAHEAD);
    for (const size of [5, 128, 2000]) expect(limited(sound, 1.5, size)).toEqual(whole);
  });

  test('limits a part of a sound with the samples around it', () => {
    const sound = bursts();
    const whole = limited(sound, 1.5, 4096);
    const [from, to] = [15_000, 18_000];
    const part = limited(sound.subarray(2 * (from - LIMITER_LOOKBACK), 2 * (to + LIMITER_LOOKAHEAD)), 1.5, 4096);
    const inside = part.subarray(2 * LIMITER_LOOKBACK, 2 * (LIMITER_LOOKBACK + to - from));
    expect(inside).toEqual(whole.subarray(2 * from, 2 * to));
  });

  test('changes only the gain of a sound below the ceiling', () => {
    const sound = bursts().map((sample) => sample / 8);
    expect(limited(sound, 0.5, 4096)).toEqual(sound.map((sample) => sample / 2));
  });
});
