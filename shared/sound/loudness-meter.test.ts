import { describe, expect, test } from 'vitest';
import { createLoudnessMeter } from './film-gain.ts';

const RATE = 48_000;

/** Returns a stereo tone. */
function tone(amplitude: number, seconds: number, hertz = 997): Float32Array {
  return Float32Array.from(
    { length: 2 * Math.round(seconds * RATE) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * (index >> 1)) / RATE),
  );
}

function measure(...pieces: readonly Float32Array[]) {
  const meter = createLoudnessMeter();
  for (const piece of pieces) meter.add(piece);
  return meter.end();
}

describe('the loudness meter', () => {
  test('measures a tone of −20 dBFS in both channels as −20 LUFS', () => {
    expect(measure(tone(0.1, 2)).integrated()).toBeCloseTo(-20, 1);
  });

  test('ignores pauses and passages that are 10 LU quieter than the rest', () => {
    const mixed = measure(tone(0.1, 4), tone(0.001, 4), tone(0, 4));
    // The three blocks at the change are included, as in FFmpeg.
    expect(mixed.integrated()).toBeCloseTo(-20.2, 0);
  });

  test('does not depend on the size of the pieces', () => {
    const sound = tone(0.3, 1.5, 200);
    const pieces: Float32Array[] = [];
    for (let at = 0; at < sound.length; at += 1234) pieces.push(sound.subarray(at, at + 1234));
    const [one, many] = [measure(sound), measure(...pieces)];
    expect([many.integrated(), many.truePeak]).toEqual([one.integrated(), one.truePeak]);
  });

  test.each([0, 1])('finds a peak of channel %d after equal channels', (channel) => {
    const sound = tone(0.1, 1);
    const between = Math.SQRT1_2 * 0.8;
    for (let at = 50_000 + channel; at < 51_000; at += 2) sound[at] = (at >> 2) % 2 === 0 ? between : -between;
    const alone = sound.map((sample, index) => (index % 2 === channel ? sample : 0));
    expect(measure(sound).truePeak).toBe(measure(alone).truePeak);
  });

  test('has no loudness for silence and for less than a block', () => {
    expect(measure(tone(0, 2)).integrated()).toBeNull();
    expect(measure(tone(0.5, 0.3)).integrated()).toBeNull();
  });

  test('a gain raises the loudness and lifts quiet blocks above the gate', () => {
    const quiet = measure(tone(0.0001, 2));
    expect(quiet.integrated()).toBeNull();
    expect(quiet.integrated(100)).toBeCloseTo(-40, 1);
  });

  test('finds true peaks between the samples', () => {
    // Each sample of this tone is 45 degrees away from a peak.
    const between = Float32Array.from({ length: RATE }, (_, index) =>
      Math.sin(((index >> 1) * Math.PI) / 2 + Math.PI / 4),
    );
    const { truePeak } = measure(between);
    expect(Math.max(...between)).toBeCloseTo(Math.SQRT1_2, 3);
    expect(truePeak).toBeGreaterThan(0.95);
    expect(truePeak).toBeLessThan(1.05);
  });
});
