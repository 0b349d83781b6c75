import { describe, expect, test } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { fc } from '#shared/testing/properties.ts';
import { clipsBetween, trackSegments, trackTimes } from './track-segments.ts';

const SECOND = 48_000;
const priming = fc.constantFrom({ kind: 'signaled' } as const, { kind: 'trimmed', samples: 1024 } as const);
const length = fc.integer({ min: 1, max: 600 * SECOND });

describe('the sound segments of a film', () => {
  test('have about 30 s each', () => {
    const count = (seconds: number): number => trackSegments({ kind: 'signaled' }, seconds * SECOND).length;
    expect([1, 30, 44, 46, 60, 74, 76, 600].map(count)).toEqual([1, 1, 1, 2, 2, 2, 3, 20]);
  });

  test('contain each packet once, and the last has similar length', () => {
    fc.assert(
      fc.property(priming, length, (priming, samples) => {
        const segments = trackSegments(priming, samples);
        const encoded = Math.max(
          samples - (priming.kind === 'trimmed' ? 1024 : 0),
          priming.kind === 'trimmed' ? 2048 : 0,
        );
        expect(segments.reduce((sum, { packets }) => sum + packets, 0)).toBe(Math.ceil(encoded / 1024) + 1);
        for (const { packets } of segments.slice(0, -1)) expect(packets).toBe(1408);
        if (segments.length > 1) expect(Math.abs((segments.at(-1)?.packets ?? 0) - 1408)).toBeLessThanOrEqual(704);
      }),
    );
  });

  test('contain all samples of their packets and their lead', () => {
    fc.assert(
      fc.property(priming, length, (priming, samples) => {
        const skipped = priming.kind === 'trimmed' ? 1024 : 0;
        let begin = 0;
        for (const { from, to, lead, packets } of trackSegments(priming, samples)) {
          expect(lead).toBe(begin === 0 ? 0 : 500);
          expect(from).toBe(skipped + (begin - lead) * 1024);
          begin += packets;
          const end = skipped + Math.max(samples - skipped, skipped === 0 ? 0 : 2048);
          expect(to).toBe(Math.min(skipped + (begin + 2) * 1024, end));
        }
      }),
    );
  });

  test('start at the same samples for any film length', () => {
    const [long, longer] = [100, 200].map((seconds) => trackSegments({ kind: 'signaled' }, seconds * SECOND));
    expect(longer?.slice(0, 2)).toEqual(long?.slice(0, 2));
  });
});

describe('the packets of the sound', () => {
  test('start one packet early if the container can signal that', () => {
    expect(trackTimes({ kind: 'signaled' }, 2500)).toEqual({ skippedSamples: 1024, samples: 3524 });
  });

  test('start at zero if the container cannot signal priming', () => {
    expect(trackTimes({ kind: 'trimmed', samples: 1024 }, 5000)).toEqual({ skippedSamples: 0, samples: 5000 });
  });
});

describe('the clips between two samples', () => {
  const plan = planFilm(
    '<movie width="64" height="64" framerate="25"><scene duration="1"><video src="a.mp4"/></scene><scene duration="1"/><scene duration="1"><video src="a.mp4"/></scene></movie>',
  );
  const scenes = plan.scenes.map(({ samples }) => samples);
  const clips = (from: number, to: number) =>
    clipsBetween(plan, from, to).map(({ scene, from, samples }) => [
      scene && plan.scenes.indexOf(scene),
      from,
      samples,
    ]);

  test('are the parts of the scenes between these samples', () => {
    expect(scenes).toEqual([1920, 1920, 1920]);
    expect(clips(0, 5760)).toEqual([
      [0, 0, 1920],
      [1, 0, 1920],
      [2, 0, 1920],
    ]);
    expect(clips(1900, 3850)).toEqual([
      [0, 1900, 20],
      [1, 0, 1920],
      [2, 0, 10],
    ]);
    expect(clips(1920, 1921)).toEqual([[1, 0, 1]]);
  });

  test('are silent after the end of the film', () => {
    expect(clips(5000, 6000)).toEqual([
      [2, 1160, 760],
      [null, 0, 240],
    ]);
    expect(clips(6000, 6010)).toEqual([[null, 0, 10]]);
  });
});
