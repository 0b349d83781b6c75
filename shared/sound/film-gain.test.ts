import { describe, expect, test } from 'vitest';
import { findFilmGain, limitedSound } from './film-gain.ts';

const RATE = 48_000;

/** Returns a function that opens a stereo sound in pieces and counts how often it is opened. */
function sound(sampleAt: (seconds: number) => number, seconds = 3) {
  const samples = Float32Array.from({ length: 2 * seconds * RATE }, (_, index) => sampleAt((index >> 1) / RATE));
  const reads = { count: 0 };
  const open = async function* () {
    reads.count += 1;
    for (let at = 0; at < samples.length; at += 20_000) yield samples.slice(at, at + 20_000);
  };
  return { open, reads, samples };
}

const tone = (amplitude: number) => (seconds: number) => amplitude * Math.sin(2 * Math.PI * 997 * seconds);

describe('the gain of a film', () => {
  test('brings a tone to its target and reads it once', async () => {
    const { open, reads } = sound(tone(0.1));
    const found = await findFilmGain({ integrated: -14, truePeak: -1 }, open);
    expect(20 * Math.log10(found.gain)).toBeCloseTo(6, 1);
    expect(found.reached).toBeCloseTo(-14, 3);
    expect(reads.count).toBe(1);
  });

  test('raises the loudest moment at most 12 dB above the ceiling', async () => {
    const { open } = sound((seconds) => (seconds % 0.5 < 0.002 ? 0.8 : 0.004) * Math.sin(4000 * seconds));
    const found = await findFilmGain({ integrated: -14, truePeak: -1 }, open);
    expect(found.gain * found.truePeak).toBeCloseTo(4 * found.ceiling, 6);
    expect(found.reached).toBeLessThan(-14.5);
  });

  test.each([1e4, 1e30])('brings samples far above full scale to its target: %d', async (amplitude) => {
    const { open } = sound(tone(amplitude));
    const found = await findFilmGain({ integrated: -14, truePeak: -1 }, open);
    expect(found.reached).toBeCloseTo(-14, 3);
    expect(found.gain * amplitude).toBeCloseTo(0.2, 1);
  });

  test('is 1 for a silent film', async () => {
    const found = await findFilmGain({ integrated: -14, truePeak: -1 }, sound(() => 0).open);
    expect(found).toMatchObject({ gain: 1, integrated: null, reached: null, truePeak: 0 });
  });

  test('keeps the length of a sound that it limits', async () => {
    for (const length of [0, 2, 900, 30_000]) {
      const { samples } = sound(tone(0.5), 1);
      const part = samples.slice(0, length);
      let heard = 0;
      const pieces = limitedSound(
        (async function* () {
          yield part;
        })(),
        { gain: 1, ceiling: 1 },
      );
      for await (const piece of pieces) heard += piece.length;
      expect(heard).toBe(length);
    }
  });
});
