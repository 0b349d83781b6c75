import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../template/values/frame-rate.ts';
import { createSoundReader, type SoundFacts } from './sound-reader.ts';

/** Returns the facts about a sound with this length in seconds. */
function factsOf(seconds: number, at: (time: number) => readonly [number, number]): SoundFacts {
  const reader = createSoundReader();
  const samples = new Float32Array(2 * Math.round(seconds * SAMPLE_RATE));
  for (let index = 0; index < samples.length; index += 2) samples.set(at(index / 2 / SAMPLE_RATE), index);
  // Add the samples in pieces that do not end at block boundaries.
  for (let start = 0; start < samples.length; start += 2 * 1234) reader.add(samples.subarray(start, start + 2 * 1234));
  return reader.end();
}

const tone = (time: number, level = 0.2) => level * Math.sin(2 * Math.PI * 440 * time);
const both = (value: number): readonly [number, number] => [value, value];

describe('the facts about a sound', () => {
  test('contain silent times of at least two seconds', () => {
    const { silent, isSilent } = factsOf(7, (time) => both(time < 2 || time >= 4.5 ? tone(time) : 0));
    expect(isSilent).toBe(false);
    expect(silent).toHaveLength(1);
    expect(silent[0]?.from).toBeCloseTo(2, 1);
    expect(silent[0]?.to).toBeCloseTo(4.5, 1);
    expect(factsOf(7, (time) => both(time < 2 || time >= 3.9 ? tone(time) : 0)).silent).toEqual([]);
  });

  test('describe a silent film as silent', () => {
    expect(factsOf(3, () => [0, 0])).toMatchObject({ isSilent: true, truePeak: null, integrated: null });
  });

  test('contain the true peak between samples and its time', () => {
    // At a quarter of the sample rate, a sine with a phase of 45° has samples of 0.707 but peaks of 1.
    const { truePeak, peakAt } = factsOf(2, (time) =>
      both(time < 1 ? 0.1 * tone(time) : Math.sin(2 * Math.PI * 12_000 * time + Math.PI / 4)),
    );
    expect(truePeak).toBeCloseTo(0, 0);
    expect(peakAt).toBeCloseTo(1, 1);
  });

  test('contain times when the channels cancel each other out', () => {
    const facts = factsOf(6, (time) => (time >= 2 && time < 5 ? [tone(time), -tone(time)] : both(tone(time))));
    expect(facts.opposed).toHaveLength(1);
    expect(facts.opposed[0]?.from).toBeCloseTo(2, 0);
    expect(factsOf(6, (time) => both(tone(time)))).toMatchObject({ opposed: [], quietSide: null });
    expect(factsOf(6, (time) => both(tone(time))).monoLoss).toBeCloseTo(0, 5);
  });

  test('contain a channel that is nearly silent', () => {
    expect(factsOf(3, (time) => [tone(time), 0.05 * tone(time)]).quietSide).toBe('right');
    expect(factsOf(3, (time) => [tone(time), 0.2 * tone(time)]).quietSide).toBeNull();
  });

  test('contain the level at the end', () => {
    expect(factsOf(2, (time) => both(tone(time))).endLevel).toBeCloseTo(-17, 0);
    expect(factsOf(2, (time) => both(tone(time) * Math.max(0, 1 - time))).endLevel).toBeNull();
  });
});
