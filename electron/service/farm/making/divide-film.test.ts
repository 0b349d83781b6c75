import { describe, expect, test } from 'vitest';
import { type Job, planJobs } from '#service/engine/make/part-jobs.ts';
import { planFilm } from '#service/testing/plan-film.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { divideFilm } from './process-job.ts';

const HD = { width: 1280, height: 720 };

/** Returns the jobs of a film with scenes of the given lengths in frames. */
function jobsOf(lengths: readonly number[], src = 'clip.mp4', size = HD): readonly Job[] {
  if (lengths.length === 0) return [];
  const scenes = lengths.map(
    (length, index) => `<scene duration="${length}"><video src="${src}" skip="${index}"/></scene>`,
  );
  const xml = `<movie width="${size.width}" height="${size.height}" framerate="25">${scenes.join('')}</movie>`;
  return planJobs(planFilm(xml), new Set(), 4);
}

const keysOf = (jobs: readonly Job[]): readonly string[] =>
  jobs.flatMap(({ parts }) => parts.map(({ key }) => key)).toSorted();

describe('a film is not divided', () => {
  test.each([
    ['without other workers', [500, 500, 500], HD, 1],
    ['if it is short', [190, 190, 190], HD, 5],
    ['if its frames are small', [500, 500, 500], { width: 320, height: 180 }, 5],
    ['if it has one scene', [5000], HD, 5],
    ['if all parts are cached', [], HD, 5],
  ])('%s', (_, lengths, size, workers) => {
    expect(divideFilm(jobsOf(lengths, 'clip.mp4', size), size, { workers, cores: 2 })).toBeNull();
  });
});

describe('a divided film', () => {
  test('has one piece for each long scene', () => {
    const pieces = divideFilm(jobsOf([310, 320, 330]), HD, { workers: 2, cores: 2 });
    expect(pieces?.map((piece) => piece.frames)).toEqual([330, 320, 310]);
  });

  test('has a bounded number of pieces for its workers', () => {
    const jobs = jobsOf(Array.from({ length: 300 }, (_, index) => 100 + index));
    expect(divideFilm(jobs, HD, { workers: 2, cores: 1 })?.length).toBeLessThanOrEqual(8);
    expect(divideFilm(jobs, HD, { workers: 1000, cores: 64 })?.length).toBeLessThanOrEqual(256);
  });

  test('has each part once, with the parts of a job together', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 });
    const crew = fc.record({ workers: fc.integer({ min: 1, max: 50 }), cores: fc.integer({ min: 1, max: 16 }) });
    fc.assert(
      fc.property(lengths, crew, (each, some) => {
        const jobs = jobsOf(each);
        const pieces = divideFilm(jobs, HD, some);
        if (pieces === null) return;
        expect(pieces.length).toBeGreaterThan(1);
        expect(pieces.flatMap(({ keys }) => keys).toSorted()).toEqual(keysOf(jobs));
        expect(pieces.reduce((sum, piece) => sum + piece.frames, 0)).toBe(each.reduce((sum, one) => sum + one, 0));
        for (const { parts } of jobs)
          expect(pieces.filter(({ keys }) => parts.some(({ key }) => keys.includes(key)))).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });

  test('has equal scenes once', () => {
    const scene = (skip: number) => `<scene duration="400"><video src="clip.mp4" skip="${skip}"/></scene>`;
    const all = [scene(0), scene(5), scene(0), scene(9)].join('');
    const jobs = planJobs(planFilm(`<movie width="1280" height="720" framerate="25">${all}</movie>`), new Set(), 4);
    const keys = divideFilm(jobs, HD, { workers: 3, cores: 2 })?.flatMap((piece) => piece.keys) ?? [];
    expect(keys.length).toBe(new Set(keys).size);
    expect(keys.length).toBe(6);
  });

  test('counts sound by its length', () => {
    const sound = (seconds: number): Job => {
      const part = { kind: 'sound', length: seconds * 48_000, inputs: [], chains: [], encoding: [] } as const;
      return { parts: [{ key: `${seconds}`, part }], frames: frames(0), seconds };
    };
    expect(divideFilm([sound(100), sound(200)], HD, { workers: 2, cores: 2 })).toBeNull();
    expect(divideFilm([sound(400), sound(500)], HD, { workers: 2, cores: 2 })).toHaveLength(2);
  });
});
