import { describe, expect, test } from 'vitest';
import { addSound, factorAt, isPlainLevel, plainLevel } from './levels.ts';

const level = { ...plainLevel(1000) };

describe('the sound level', () => {
  test('leaves a sound without settings unchanged', () => {
    expect(isPlainLevel(level)).toBe(true);
    expect([0, 1, 999].map((sample) => factorAt(level, sample))).toEqual([1, 1, 1]);
  });

  test('fades in and out linearly, even where both fades meet', () => {
    const faded = { ...level, volume: 0.5, fadeIn: 100, fadeOut: 200 };
    expect([0, 50, 100, 800, 900, 1000].map((sample) => factorAt(faded, sample))).toEqual([0, 0.25, 0.5, 0.5, 0.25, 0]);
    const short = { ...level, length: 100, fadeIn: 100, fadeOut: 100 };
    expect(factorAt(short, 50)).toBe(0.25);
  });

  test('dips under another sound and recovers within a ramp', () => {
    const dipping = { ...level, dips: [{ from: 400, until: 600, to: 0.25, ramp: 100 }] };
    expect([300, 350, 400, 599, 600, 650, 700].map((sample) => factorAt(dipping, sample))).toEqual([
      1, 0.625, 0.25, 0.25, 0.25, 0.625, 1,
    ]);
  });

  test('adds a sound with its pan and ignores samples beyond the end', () => {
    const sum = new Float32Array([0.5, 0.5, 0, 0, 0.25, 0.25]);
    addSound(sum, new Float32Array([0.5, 0.5, 1, 1]), { ...level, volume: 0.5, pan: 0.5 }, 0);
    expect([...sum]).toEqual([0.625, 0.75, 0.25, 0.5, 0.25, 0.25]);
    addSound(sum, new Float32Array([1, 1]), { ...level, pan: -1 }, 0);
    expect([...sum].slice(0, 2)).toEqual([1.625, 0.75]);
  });

  test('applies the curve of a transition only within the transition', () => {
    const crossing = { from: 900, length: 100, easing: { kind: 'linear' } } as const;
    const at = (kind: 'crossfade' | 'fade' | 'cut' | 'both', isOutgoing: boolean) =>
      [899, 900, 925, 975].map((sample) =>
        Number(factorAt({ ...level, crossings: [{ kind, isOutgoing, ...crossing }] }, sample).toFixed(4)),
      );
    expect(at('crossfade', true)).toEqual([1, 1, 0.9239, 0.3827]);
    expect(at('crossfade', false)).toEqual([1, 0, 0.3827, 0.9239]);
    expect(at('fade', true)).toEqual([1, 1, 0.5, 0]);
    expect(at('fade', false)).toEqual([1, 0, 0, 0.5]);
    expect(at('cut', true)).toEqual([1, 1, 1, 0]);
    expect(at('cut', false)).toEqual([1, 0, 0, 1]);
    expect(at('both', true)).toEqual([1, 1, 1, 1]);
  });

  test('keeps the power of unrelated sounds constant during a crossfade', () => {
    const factors = (sample: number) =>
      [true, false].map((isOutgoing) =>
        factorAt(
          {
            ...level,
            crossings: [{ kind: 'crossfade', isOutgoing, from: 0, length: 480, easing: { kind: 'linear' } }],
          },
          sample,
        ),
      );
    for (const sample of [0, 17, 240, 479])
      expect(factors(sample).reduce((sum, factor) => sum + factor * factor, 0)).toBeCloseTo(1, 12);
  });
});
