import { describe, expect, it } from 'vitest';
import { waveBetween, waveHeight } from './wave-height.ts';

/** Returns the level at this number of decibels relative to the maximum. */
const at = (decibels: number): number => 255 * 10 ** (decibels / 20);

describe('the height of a bar in a waveform', () => {
  it('is proportional to decibels', () => {
    expect([0, -12, -24, -36, -48].map((decibels) => Number(waveHeight(at(decibels)).toFixed(2)))).toEqual([
      1, 0.78, 0.56, 0.34, 0.12,
    ]);
  });

  it('is zero only for silence', () => {
    expect(waveHeight(0)).toBe(0);
    expect(waveHeight(at(-60))).toBeCloseTo(0.12);
    expect(waveHeight(1)).toBeGreaterThanOrEqual(0.12);
  });

  it('shows the highest peak and the mean loudness of the range', () => {
    const sound = { perSecond: 10, peaks: [255, 0, 128], levels: [180, 0, 90] };
    expect(waveBetween(sound, 0, 2)).toEqual({ peak: 1, level: waveHeight(180 / Math.SQRT2) });
    expect(waveBetween(sound, 1, 2)).toEqual({ peak: 0, level: 0 });
    expect(waveBetween(sound, 2, 9)).toEqual({ peak: waveHeight(128), level: waveHeight(90) });
    expect(waveBetween(sound, 5, 9)).toEqual({ peak: 0, level: 0 });
  });
});
