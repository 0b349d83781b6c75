import { describe, expect, test } from 'vitest';
import { factsOf, graphPart, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import type { Part } from '../parts/part.ts';
import { filmKeys } from '../plan/film-keys.ts';
import { type FrameEstimate, frameEstimate } from './make-parts.ts';
import { planJobs } from './plan-jobs.ts';

const film = (durations: readonly number[], size = 'width="320" height="180"'): string => {
  const scenes = durations.map(
    (duration, index) => `<scene duration="${duration}"><video src="${index}.mp4"/></scene>`,
  );
  return `<movie ${size} framerate="25">${scenes.join('')}</movie>`;
};

function jobsOf(xml: string, parallelJobs = 2, ready: readonly number[] = []) {
  const plan = planFilm(xml);
  const readyKeys = ready.flatMap((index) => [
    plan.scenes[index]?.picture?.key ?? '',
    plan.scenes[index]?.sound?.key ?? '',
  ]);
  return planJobs(plan, new Set(readyKeys), parallelJobs);
}

const partCounts = (...request: Parameters<typeof jobsOf>) => jobsOf(...request).map(({ parts }) => parts.length / 2);

describe('jobs for missing parts', () => {
  test('make every missing part once', () => {
    const durations = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(durations, fc.integer({ min: 1, max: 8 }), (lengths, width) => {
        const jobs = jobsOf(film(lengths), width);
        const keys = jobs.flatMap(({ parts }) => parts.map(({ key }) => key));
        expect(keys.length).toBe(lengths.length * 2);
        expect(new Set(keys).size).toBe(keys.length);
        expect(jobs.reduce((sum, job) => sum + job.frames, 0)).toBe(lengths.reduce((sum, length) => sum + length, 0));
        for (const { parts } of jobs) {
          const pictures = parts.map(({ part }) => (part.kind === 'picture' ? part.length : 0));
          expect(pictures[0]).toBe(Math.max(...pictures));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('combine short scenes of a small film while there are enough jobs', () => {
    expect(partCounts(film(Array(40).fill(60)))).toEqual(Array(8).fill(5));
    expect(partCounts(film(Array(8).fill(300)))).toEqual(Array(8).fill(1));
    expect(partCounts(film(Array(16).fill(150)))).toEqual(Array(8).fill(2));
  });

  test('combine more scenes if starting processes costs more than encoding', () => {
    expect(partCounts(film(Array(8).fill(60)))).toEqual([4, 4]);
    expect(partCounts(film(Array(5).fill(60)))).toEqual([3, 2]);
    expect(partCounts(film(Array(5).fill(60)), 8)).toEqual(Array(5).fill(1));
    // The encoding work of this film is enough for four processes.
    expect(partCounts(film(Array(8).fill(120)))).toEqual([2, 2, 2, 2]);
    // The encoding work of this film is too small for two processes, but memory limits the number of scenes per
    // process.
    expect(partCounts(film([10, 10]))).toEqual([2]);
    expect(partCounts(film(Array(8).fill(10)))).toEqual([5, 3]);
    expect(partCounts(film([10]))).toEqual([1]);
  });

  test('combine fewer scenes if memory is low', () => {
    const bytesOf = (parts: readonly unknown[]) => parts.length * 2 ** 28;
    const counts = (xml: string, mostOfOne: number) =>
      planJobs(planFilm(xml), new Set(), 2, { bytesOf, together: 2 ** 40, mostOfOne }).map(
        ({ parts }) => parts.length / 2,
      );
    const tiny = film(Array(5).fill(10));
    expect(counts(tiny, 2 ** 32)).toEqual([2, 2, 1]);
    expect(counts(tiny, 2 ** 29)).toEqual([1, 1, 1, 1, 1]);
  });

  test('contain one scene each if frames are large or scenes long', () => {
    expect(partCounts(film(Array(40).fill(10), 'width="1280" height="720"'))).toEqual(Array(40).fill(1));
    expect(partCounts(film(Array(40).fill(5000)))).toEqual(Array(40).fill(1));
  });

  describe('jobs of scenes that can share a decoder', () => {
    /** Returns the in-points of scenes of one take, grouped by job, in frames at 25 fps. */
    const jobsOfTake = (
      skips: readonly number[],
      {
        size = 'width="1280" height="720"',
        length = 50,
        width = 2,
        hardware = false,
        mostParts = 100,
        together = 200,
        above = '',
      } = {},
    ) => {
      const scenes = skips.map(
        (skip) => `<scene duration="${length}"><video src="take.mp4" skip="${skip}" audio="false"/>${above}</scene>`,
      );
      const plan = planFilm(`<movie ${size} framerate="25">${scenes.join('')}</movie>`, {
        facts: { 'take.mp4': factsOf({ keyFrames: [0, 10, 20, 30] }) },
        hardware: hardware ? 'vaapi' : null,
      });
      const skipOf = (key: string) => skips[plan.scenes.findIndex(({ picture }) => picture?.key === key)];
      const memory = { bytesOf: (parts: readonly unknown[]) => parts.length, together, mostOfOne: mostParts };
      return planJobs(plan, new Set(), width, memory).map(({ parts }) => parts.map(({ key }) => skipOf(key)));
    };

    test('combine scenes after one sync frame, even around other scenes', () => {
      expect(jobsOfTake([0, 50, 100])).toEqual([[0, 50], [100]]);
      expect(jobsOfTake([0, 250, 50, 300, 500])).toEqual([[0, 50], [250, 300], [500]]);
      expect(jobsOfTake([0, 260, 510, 760])).toEqual([[0], [260], [510], [760]]);
    });

    test('exclude scenes that come much later in the film', () => {
      const others = Array.from({ length: 8 }, (_, index) => 260 + index);
      const first = (skips: readonly number[]) => jobsOfTake(skips).find((job) => job.includes(0));
      expect(first([0, ...others.slice(1), 50])).toEqual([0, 50]);
      expect(first([0, ...others, 50])).toEqual([0]);
    });

    test('combine as many scenes as let all jobs end earliest', () => {
      expect(jobsOfTake([0, 50, 100, 150, 200])).toEqual([
        [0, 50, 100],
        [150, 200],
      ]);
      expect(jobsOfTake([0, 50, 100, 150, 200, 250, 300, 350, 400, 450])).toEqual([
        [0, 50, 100, 150, 200],
        [250, 300, 350, 400, 450],
      ]);
      // With three jobs of four scenes, two cores would not end at the same time.
      const takes = [0, 250, 500].flatMap((start) => [0, 50, 100, 150].map((skip) => start + skip));
      expect(jobsOfTake(takes).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2]);
    });

    test('combine scenes of a small film', () => {
      expect(jobsOfTake([0, 50, 100, 150, 200, 210, 220], { size: 'width="320" height="180"' })).toEqual([
        [0, 50, 100, 150],
        [200, 210, 220],
      ]);
    });

    test('combine at most two scenes if memory is low, or scenes are long or have two sources', () => {
      const skips = [0, 50, 100, 150, 200, 250, 300, 350, 400, 450];
      const most = (options: Parameters<typeof jobsOfTake>[1]) =>
        Math.max(...jobsOfTake(skips, options).map(({ length }) => length));
      expect(most({})).toBe(5);
      expect(most({ together: 6 })).toBe(3);
      expect(most({ together: 2 })).toBe(2);
      expect(most({ length: 401 })).toBe(2);
      expect(most({ above: '<video src="other.mp4" audio="false"/>' })).toBe(2);
    });

    test('combine no more scenes than memory allows', () => {
      const small = { size: 'width="320" height="180"' };
      expect(jobsOfTake([0, 50, 100, 150, 200], { ...small, mostParts: 2 })).toEqual([[0, 50], [100, 150], [200]]);
      expect(jobsOfTake([0, 50, 100], { ...small, mostParts: 1 })).toEqual([[0], [50], [100]]);
    });

    test('leave at least as many jobs as run at the same time', () => {
      expect(jobsOfTake([0, 50])).toEqual([[0], [50]]);
      expect(jobsOfTake([0, 50, 100], { width: 4 })).toEqual([[0], [50], [100]]);
      expect(jobsOfTake([0, 50, 100, 150, 200], { width: 4 })).toEqual([[0, 50], [100], [150], [200]]);
    });

    test('contain one scene each for large frames, long scenes, or hardware', () => {
      const alone = [[0], [50], [100], [150]];
      expect(jobsOfTake([0, 50, 100, 150], { size: 'width="3840" height="2160"' })).toEqual(alone);
      expect(jobsOfTake([0, 50, 100, 150], { length: 601 })).toEqual(alone);
      expect(jobsOfTake([0, 50, 100, 150], { hardware: true })).toEqual(alone);
    });
  });

  test('combine up to eight sounds of a film without pictures', () => {
    const soundsOf = (durations: readonly number[]) =>
      planJobs(planFilm(film(durations), { format: 'mp3' }), new Set(), 2).map(({ parts }) => parts.length);
    expect(soundsOf(Array(20).fill(50))).toEqual([8, 8, 4]);
    expect(soundsOf([50, 50, 50])).toEqual([2, 1]);
    expect(soundsOf([50, 1000, 50])).toEqual([1, 1, 1]);
  });

  test('start in film order except for the job that ends last', () => {
    const framesInOrder = (lengths: readonly number[], width = 2) =>
      jobsOf(film(lengths, 'width="1280" height="720"'), width).map((job) => job.frames);
    expect(framesInOrder([125, 125, 125])).toEqual([125, 125, 125]);
    expect(framesInOrder([50, 50, 50, 51, 50])).toEqual([50, 50, 50, 51, 50]);
    expect(framesInOrder([30, 25, 50, 26, 200])).toEqual([200, 30, 25, 50, 26]);
    expect(framesInOrder([100, 20, 30, 40], 3)).toEqual([100, 40, 30, 20]);
    // There are as many processes as jobs, so all jobs start at the same time.
    expect(framesInOrder([30, 200])).toEqual([30, 200]);
  });

  test('leave out existing parts', () => {
    expect(partCounts(film([10, 10, 10]), 2, [0, 2])).toEqual([1]);
    expect(partCounts(film([10]), 2, [0])).toEqual([]);
  });

  test("start with the sound if most of the film's sound is missing", () => {
    const shape = (...request: Parameters<typeof jobsOf>) =>
      jobsOf(...request).map((job) => [job.parts.map(({ part }) => part.kind).join(), job.frames]);
    const [few, most] = [film([250, 250, 250]), film([250, 500, 250, 250, 250])];
    expect(shape(few, 2, [0, 2])).toEqual([
      ['sound', 0],
      ['picture', 250],
    ]);
    expect(shape(most, 2, [2, 3, 4])).toEqual([
      ['picture,sound', 250],
      ['picture,sound', 500],
    ]);
    expect(shape(film([250, 500, 250, 250, 500]), 2, [2, 3, 4])).toEqual([
      ['sound,sound', 0],
      ['picture', 250],
      ['picture', 500],
    ]);
    // Making the sound takes less time than starting a process, so the sound is not made first.
    expect(shape(film([10, 200, 100]), 2, [1, 2])).toEqual([['picture,sound', 10]]);
    // With more scenes than processes, making the sound first gains nothing.
    expect(shape(film([250, 250, 2500]), 1, [2])).toEqual([
      ['picture,sound', 250],
      ['picture,sound', 250],
    ]);
  });

  test('count the frames of a scene if only its sound is missing', () => {
    const plan = planFilm(film([250, 250, 250]));
    const { all } = filmKeys(plan, '5.1');
    const ready = all.filter((key) => key !== plan.scenes[1]?.sound?.key);
    expect(planJobs(plan, new Set(ready), 2)).toMatchObject([{ parts: [{ part: { kind: 'sound' } }], frames: 250 }]);
  });
});

describe('the progress of a job', () => {
  const rate = { numerator: 25, denominator: 1 };
  const report = (count: number, outSeconds = count / 25, speed: number | null = null) => ({
    ...{ frames: count, outSeconds, bytes: null, speed, finished: false },
  });

  test('is estimated from the longest picture', () => {
    const job = required(jobsOf(film(Array(40).fill(10)), 1)[0], 'a job');
    const estimate = frameEstimate(job, rate);
    expect(estimate.reported(report(4))).toBe(20);
    expect(estimate.reported(report(99))).toBe(50);
    const sounds = { ...job, parts: job.parts.filter(({ part }) => part.kind === 'sound') };
    expect(frameEstimate(sounds, rate).reported(report(4, 0.2))).toBe(frames(5));
  });

  test('advances from scene to scene of a take', () => {
    const scenes = [0, 50, 100].map((skip) => `<scene duration="50"><video src="take.mp4" skip="${skip}"/></scene>`);
    const plan = planFilm(`<movie width="1280" height="720" framerate="25">${scenes.join('')}</movie>`, {
      facts: { 'take.mp4': factsOf({ keyFrames: [0] }) },
    });
    const parts = plan.scenes.flatMap(({ picture }) => picture ?? []);
    const job = { parts, frames: frames(150), seconds: 6 };
    const [one, two] = parts.map(graphPart);
    const written = (by: FrameEstimate, pictures: readonly (Part | undefined)[]) =>
      by.written(pictures.map((picture) => required(picture, 'a picture')));
    const estimate = frameEstimate(job, rate);
    expect(written(estimate, [])).toBe(0);
    expect(written(estimate, [one])).toBe(0);
    expect(written(estimate, [one, two])).toBe(50);
    // FFmpeg's first report proves that the third scene has a frame. From now on, only the elapsed time is known: 2 s,
    // 2.5 s, and 9 s.
    expect(estimate.reported(report(50, 2, 1))).toBe(100);
    expect(estimate.reported(report(50, 2, 0.8))).toBe(125);
    expect(estimate.reported(report(50, 2, 2 / 9))).toBe(150);
    // The first part is the middle of the take. The scene before it is made first, and the scene after it last.
    const fromMiddle = frameEstimate({ ...job, parts: [1, 0, 2].flatMap((index) => parts[index] ?? []) }, rate);
    expect(written(fromMiddle, [one])).toBe(0);
    expect(written(fromMiddle, [one, two])).toBe(50);
    expect(fromMiddle.reported(report(10))).toBe(60);
    expect(fromMiddle.reported(report(50))).toBe(100);
    // The estimate never decreases.
    expect(written(fromMiddle, [one])).toBe(100);
  });
});
