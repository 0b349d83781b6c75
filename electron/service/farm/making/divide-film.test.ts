import { describe, expect, test } from 'vitest';
import { type Job, planJobs } from '#service/engine/make/plan-jobs.ts';
import type { RenderPlan } from '#service/engine/plan/plan.ts';
import { planFilm } from '#service/testing/plan-film.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import type { WorkerTask } from '../protocol/worker-report.ts';
import { divideFilm, type FreeCores, freeCores, weightOf } from './divide-film.ts';

const HD = { width: 1280, height: 720 };

/** Returns the plan of a film with scenes of the given lengths in frames. */
function planOf(lengths: readonly number[], src = 'clip.mp4', size = HD): RenderPlan {
  const scenes = lengths.map(
    (length, index) => `<scene duration="${length}"><video src="${src}" skip="${index}"/></scene>`,
  );
  const xml = `<movie width="${size.width}" height="${size.height}" framerate="30">${scenes.join('')}</movie>`;
  return planFilm(xml);
}

/** Returns all jobs of the film with these scenes. */
function jobsOf(lengths: readonly number[], src = 'clip.mp4', size = HD): readonly Job[] {
  return lengths.length === 0 ? [] : planJobs(planOf(lengths, src, size), new Set(), 800);
}

const keysOf = (jobs: readonly Job[]): readonly string[] =>
  jobs.flatMap(({ parts }) => parts.map(({ key }) => key)).toSorted();
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const workOf = ({ parts }: Job): number => sumOf(parts.map(({ part }) => weightOf(part, 1)));

describe('a film is not divided', () => {
  test.each([
    ['if no other core is free', [500, 500, 500], HD, 0],
    ['if it is short', [190, 190, 190], HD, 5],
    ['if its frames are small', [500, 500, 500], { width: 320, height: 180 }, 5],
    ['if it has one scene', [5000], HD, 5],
    ['if all parts are cached', [], HD, 5],
  ])('%s', (_, lengths, size, others) => {
    expect(divideFilm(jobsOf(lengths, 'clip.mp4', size), size, { own: 2, others })).toBeNull();
  });
});

describe('a divided film', () => {
  test('has one piece for each long scene', () => {
    const pieces = divideFilm(jobsOf([310, 320, 330]), HD, { own: 2, others: 2 });
    expect(pieces?.map((piece) => piece.frames)).toEqual([330, 320, 310]);
  });

  test('has few pieces for few cores, and at most 256', () => {
    const jobs = jobsOf(Array.from({ length: 2000 }, (_, index) => 100 + (index % 300)));
    expect(divideFilm(jobs, HD, { own: 1, others: 1 })?.length).toBeLessThanOrEqual(40);
    expect(divideFilm(jobs, HD, { own: 64, others: 64_000 })?.length).toBeLessThanOrEqual(256);
  });

  test('has smaller pieces if its own worker has more cores', () => {
    const jobs = jobsOf(Array.from({ length: 200 }, (_, index) => 100 + index));
    const first = (own: number) => divideFilm(jobs, HD, { own, others: 4 })?.[0]?.frames ?? 0;
    expect(first(12)).toBeLessThan(first(1));
  });

  test('contains each part once and keeps the parts of a job together', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 });
    const free = fc.record({ own: fc.integer({ min: 1, max: 16 }), others: fc.integer({ min: 0, max: 800 }) });
    fc.assert(
      fc.property(lengths, free, (each, cores) => {
        const jobs = jobsOf(each);
        const pieces = divideFilm(jobs, HD, cores);
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

  test('has the same part keys for any number of free cores', () => {
    const plan = planOf([310, 320, 330, 340, 350]);
    const keys = (cores: FreeCores) =>
      divideFilm(planJobs(plan, new Set(), 8 * (cores.own + cores.others)), HD, cores)
        ?.flatMap((piece) => piece.keys)
        .toSorted();
    expect(keys({ own: 1, others: 1 })).toEqual(keysOf(planJobs(plan, new Set(), 1)));
    expect(keys({ own: 8, others: 500 })).toEqual(keys({ own: 1, others: 1 }));
  });

  test('makes equal scenes once', () => {
    const scene = (skip: number) => `<scene duration="400"><video src="clip.mp4" skip="${skip}"/></scene>`;
    const all = [scene(0), scene(5), scene(0), scene(9)].join('');
    const jobs = planJobs(planFilm(`<movie width="1280" height="720" framerate="25">${all}</movie>`), new Set(), 4);
    const keys = divideFilm(jobs, HD, { own: 2, others: 4 })?.flatMap((piece) => piece.keys) ?? [];
    expect(keys.length).toBe(new Set(keys).size);
    expect(keys.length).toBe(6);
  });

  test('weighs sound by its length', () => {
    const sound = (seconds: number): Job => {
      const part = { kind: 'sound', length: seconds * 48_000, inputs: [], chains: [], encoding: [] } as const;
      return { parts: [{ key: `${seconds}`, part }], frames: frames(0), seconds };
    };
    expect(divideFilm([sound(100), sound(200)], HD, { own: 2, others: 2 })).toBeNull();
    expect(divideFilm([sound(400), sound(500)], HD, { own: 2, others: 2 })).toHaveLength(2);
  });
});

/**
 * Returns the share of the workers' capacity that is used until the last piece is done. A worker with a free core takes
 * the next piece. All pieces of a worker share its cores.
 */
function efficiency(pieces: readonly number[], workers: number, cores: number): number {
  const waiting = [...pieces];
  const running: number[][] = Array.from({ length: workers }, () => []);
  let makespan = 0;
  for (;;) {
    for (;;) {
      const [idlest] = running.filter(({ length }) => length < cores).toSorted((one, two) => one.length - two.length);
      const next = idlest === undefined ? undefined : waiting.shift();
      if (idlest === undefined || next === undefined) break;
      idlest.push(next);
    }
    const step = Math.min(
      ...running.flatMap((workerPieces) => workerPieces.map((unfinished) => unfinished * workerPieces.length)),
    );
    if (!Number.isFinite(step)) break;
    makespan += step;
    for (const workerPieces of running) {
      const unfinished = workerPieces
        .map((workerPiece) => workerPiece - step / workerPieces.length)
        .filter((each) => each > 1e-9);
      workerPieces.splice(0, workerPieces.length, ...unfinished);
    }
  }
  return pieces.reduce((sum, piece) => sum + piece, 0) / (workers * makespan);
}

/** The films of the bench: 3 scenes of 5 s, and 30 and 300 scenes of 2 s. */
const FILMS = {
  R3: planOf([150, 150, 150]),
  R30: planOf(Array.from({ length: 30 }, () => 60)),
  R300: planOf(Array.from({ length: 300 }, () => 60)),
};
const CORES = [1, 2, 4, 8];
const WORKERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Returns two efficiencies of a film on workers without other jobs: with its pieces, and with one piece per job. */
function efficiencyOf(film: keyof typeof FILMS, workers: number, cores: number) {
  const jobs = planJobs(FILMS[film], new Set(), 8 * workers * cores);
  const works = jobs.map(workOf);
  const jobOf = new Map(jobs.flatMap(({ parts }, index) => parts.map(({ key }) => [key, index] as const)));
  const pieces = divideFilm(jobs, HD, { own: cores, others: (workers - 1) * cores });
  const divided = pieces?.map(({ keys }) =>
    sumOf([...new Set(keys.map((key) => jobOf.get(key) ?? 0))].map((index) => works[index] ?? 0)),
  );
  const descending = works.toSorted((one, other) => other - one);
  return {
    ofPieces: efficiency(divided ?? [sumOf(works)], workers, cores),
    ofJobs: efficiency(descending, workers, cores),
  };
}

describe('the efficiency of a divided film', () => {
  // R3 is too short to be divided. A worker makes whole scenes, so 30 scenes use only 30/32, 30/35, and 30/32 of 4, 7,
  // and 8 workers.
  test.each([
    ['R3', [1, 0.5, 0.33, 0.25, 0.2, 0.16, 0.14, 0.12]],
    ['R30', [1, 0.99, 0.99, 0.93, 0.99, 0.99, 0.85, 0.93]],
    ['R300', [1, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95]],
  ] as const)('is at least its lower bound for 1 to 8 workers: %s', (film, bounds) => {
    for (const cores of CORES)
      for (const [index, workers] of WORKERS.entries()) {
        const bound = (bounds[index] ?? 1) - 1e-9;
        expect(efficiencyOf(film, workers, cores).ofPieces, `${workers} × ${cores}`).toBeGreaterThanOrEqual(bound);
      }
  });

  test.each(['R30', 'R300'] as const)('is at least 0.95 of the efficiency with one-scene pieces: %s', (film) => {
    for (const cores of CORES)
      for (const workers of WORKERS) {
        const { ofPieces, ofJobs } = efficiencyOf(film, workers, cores);
        expect(ofPieces, `${workers} × ${cores}`).toBeGreaterThanOrEqual(0.95 * ofJobs);
      }
  });
});

describe('the free cores', () => {
  const task = (change: Partial<WorkerTask> = {}): WorkerTask => ({
    ...{ order: 'b-1', kind: 'film', render: 'b', done: 0, total: 9000, since: 0 },
    ...change,
  });
  const own = { id: 'own', cores: 4, job: 'a-1' };
  const worker = (id: string, ...tasks: readonly WorkerTask[]) => ({ id, cores: 4, doing: tasks });

  test('include all cores of idle workers', () => {
    const dividing = task({ order: 'a-1', total: 0 });
    expect(freeCores([worker('own', dividing), worker('w1'), worker('w2')], own, 900)).toEqual({ own: 4, others: 8 });
  });

  test('include only the idle cores of busy workers', () => {
    const busy = [worker('own'), worker('w1', task()), worker('w2', task(), task({ kind: 'parts', order: 'c-1.1' }))];
    expect(freeCores(busy, own, 900)).toEqual({ own: 4, others: 2 + 1 });
    expect(freeCores([worker('own', task()), worker('w1', task(), task())], own, 900)).toEqual({ own: 2, others: 0 });
  });

  test('include all cores of workers whose jobs end soon', () => {
    const last = task({ done: 8900 });
    expect(freeCores([worker('own'), worker('w1', last)], own, 900)).toEqual({ own: 4, others: 4 });
    expect(freeCores([worker('own'), worker('w1', task({ total: 0 }))], own, 900)).toEqual({ own: 4, others: 2 });
  });

  test('default to the cores of this worker before the first report', () => {
    expect(freeCores([], own, 900)).toEqual({ own: 4, others: 0 });
  });
});
