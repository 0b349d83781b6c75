import { expect, test } from 'vitest';
import { filmsAtOnce, jobsAtOnce, type Machine, parallelismOf } from './process-plan.ts';

const GIB = 2 ** 30;
const MEMORY = [2, 4, 8, 16, 64];

/**
 * The plan for each number of cores. The first four lists have one number for each size of {@link MEMORY}: simultaneous
 * films, processes of each film, simultaneous jobs of a worker, and processes of each job. The number of processes of a
 * single film follows. The last list contains thread counts: usual, among other scenes, and for a long scene.
 */
const PLANS: readonly (readonly [
  cores: number,
  films: readonly number[],
  processesOfFilm: readonly number[],
  jobs: readonly number[],
  processesOfJob: readonly number[],
  alone: number,
  threads: readonly number[],
])[] = [
  [1, [2, 2, 2, 2, 2], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [1, 1, 1, 1, 1], 1, [1, 1, 2]],
  [2, [2, 2, 2, 2, 2], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2], 2, [2, 1, 3]],
  [3, [2, 2, 2, 2, 2], [3, 3, 3, 3, 3], [3, 3, 3, 3, 3], [2, 2, 2, 2, 2], 3, [3, 1, 5]],
  [4, [2, 2, 2, 2, 2], [3, 3, 3, 3, 3], [4, 4, 4, 4, 4], [2, 2, 2, 2, 2], 3, [3, 3, 6]],
  [6, [2, 3, 3, 3, 3], [4, 4, 4, 4, 4], [4, 6, 6, 6, 6], [3, 2, 2, 2, 2], 4, [4, 4, 9]],
  [8, [2, 4, 4, 4, 4], [4, 4, 4, 4, 4], [4, 8, 8, 8, 8], [4, 2, 2, 2, 2], 4, [4, 4, 12]],
  [12, [2, 4, 6, 6, 6], [5, 5, 4, 4, 4], [4, 9, 12, 12, 12], [5, 2, 2, 2, 2], 5, [5, 5, 16]],
  [16, [2, 4, 8, 8, 8], [6, 6, 4, 4, 4], [4, 9, 16, 16, 16], [6, 3, 2, 2, 2], 6, [6, 6, 16]],
  [24, [2, 4, 8, 12, 12], [7, 7, 6, 4, 4], [4, 9, 19, 24, 24], [7, 5, 2, 2, 2], 7, [7, 7, 16]],
  [32, [2, 4, 8, 16, 16], [8, 8, 8, 4, 4], [4, 9, 19, 32, 32], [8, 7, 3, 2, 2], 8, [8, 8, 16]],
  [48, [2, 4, 8, 16, 24], [10, 10, 10, 6, 4], [4, 9, 19, 38, 48], [10, 10, 5, 2, 2], 10, [10, 10, 16]],
  [64, [2, 4, 8, 16, 32], [12, 12, 12, 8, 4], [4, 9, 19, 38, 64], [12, 12, 6, 3, 2], 12, [12, 12, 16]],
];

function machinesWith(cores: number): readonly Machine[] {
  return MEMORY.map((gib) => ({ cores, memoryBytes: gib * GIB }));
}

test.each(PLANS)(
  'a plan depends on cores and memory: %i cores',
  (cores, films, ofFilm, jobs, ofJob, alone, threads) => {
    const machines = machinesWith(cores);
    const processesBeside = (count: number) => parallelismOf(cores, count).processes;
    expect(machines.map((machine) => filmsAtOnce(machine).most)).toEqual(films);
    expect(machines.map((machine) => processesBeside(filmsAtOnce(machine).most))).toEqual(ofFilm);
    expect(machines.map(jobsAtOnce)).toEqual(jobs);
    expect(machines.map((machine) => processesBeside(jobsAtOnce(machine)))).toEqual(ofJob);
    expect(processesBeside(1)).toBe(alone);
    const alike = parallelismOf(cores);
    expect([alike.threads, alike.threadsAmongOthers, alike.threadsOfLong]).toEqual(threads);
  },
);

test('all films together have at most two processes per core', () => {
  for (const [cores] of PLANS)
    for (const machine of machinesWith(cores))
      for (const count of [1, filmsAtOnce(machine).most, jobsAtOnce(machine)])
        expect(count * parallelismOf(cores, count).processes).toBeLessThanOrEqual(2 * cores);
});

test('each of the first films has two cores', () => {
  const roomyOn = (cores: number, gib: number) => filmsAtOnce({ cores, memoryBytes: gib * GIB }).withTwoCores;
  expect([1, 2, 3, 4, 5, 8, 64].map((cores) => roomyOn(cores, 64))).toEqual([1, 1, 1, 2, 2, 4, 32]);
  expect(roomyOn(64, 4)).toBe(4);
});

test('a film has two processes if more films run than planned', () => {
  expect([8, 20, 99].map((films) => parallelismOf(16, films).processes)).toEqual([4, 2, 2]);
});

test('the number of films never changes the threads', () => {
  for (const [cores] of PLANS) {
    const threadsBeside = (films: number) => ({ ...parallelismOf(cores, films), processes: 0 });
    for (const films of [2, 8, 64]) expect(threadsBeside(films)).toEqual(threadsBeside(1));
  }
});

test('an unusual number of cores never exceeds 16 threads', () => {
  const { threads, threadsOfLong } = parallelismOf(384);
  expect([threads, threadsOfLong]).toEqual([16, 16]);
});
