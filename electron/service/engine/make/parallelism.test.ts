import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  filmsAtOnce,
  jobsAtOnce,
  type Machine,
  memorySharesOf,
  type Parallelism,
  parallelismOf,
} from '#service/ffmpeg/process-plan.ts';
import { factsOf, graphPart, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import type { Part } from '../parts/part.ts';
import { memoryOf } from '../plan/memory-plan.ts';
import { createMemoryQueue } from '../plan/memory-queue.ts';
import {
  composingMemory,
  countFilm,
  decodingThreadsOf,
  encodingThreadsOf,
  filterThreadsOf,
  processesNow,
} from './parallelism.ts';

const never = new AbortController().signal;

const CORES = [1, 2, 4, 8, 32];

/** Plans the picture and the sound of a scene of this length. */
function partsOf(length: number, keyFrames: readonly number[] = []): { readonly picture: Part; readonly sound: Part } {
  const scene = `<scene duration="${length}"><video src="a.mp4" skip="30"/></scene>`;
  const film = `<movie width="320" height="180" framerate="25">${scene}</movie>`;
  const [planned] = planFilm(film, { facts: { 'a.mp4': factsOf({ keyFrames }) } }).scenes;
  return {
    picture: graphPart(planned?.picture),
    sound: graphPart(planned?.sound),
  };
}

/**
 * Returns three thread counts for each number of cores: of the encoder, of the decoders while other scenes are made,
 * and of the decoders of a scene that is made alone.
 */
function threadsOf(part: Part): readonly (readonly number[])[] {
  const machines = CORES.map((cores) => parallelismOf(cores));
  return [
    machines.map((machine) => encodingThreadsOf(part, machine)),
    machines.map((machine) => decodingThreadsOf(part, false, machine)),
    machines.map((machine) => decodingThreadsOf(part, true, machine)),
  ];
}

const SOME = [1, 2, 3, 4, 8];
const FEW = [1, 1, 3, 4, 8];
const MANY = [2, 3, 6, 12, 16];

test('scenes share the cores, and a long scene can use every core', () => {
  expect(threadsOf(partsOf(121).picture)).toEqual([SOME, SOME, SOME]);
  expect(threadsOf(partsOf(239).picture)).toEqual([SOME, SOME, SOME]);
  expect(threadsOf(partsOf(240).picture)).toEqual([MANY, MANY, MANY]);
});

test('a short scene decodes with one thread on busy cores', () => {
  expect(threadsOf(partsOf(120).picture)).toEqual([SOME, FEW, SOME]);
});

test('short scenes with a shared decoder encode with one thread', () => {
  expect(threadsOf(partsOf(120, [0, 5]).picture)).toEqual([FEW, FEW, SOME]);
  expect(threadsOf(partsOf(121, [0, 5]).picture)).toEqual([SOME, SOME, SOME]);
});

test('a sound of any length has one thread', () => {
  for (const length of [60, 150, 240])
    expect(threadsOf(partsOf(length, [0, 5]).sound)).toEqual(Array(3).fill([1, 1, 1, 1, 1]));
});

test('a composed picture above 1080p decodes with one thread on two cores', () => {
  const titled = (width: number, height: number) => {
    const layers = '<video src="a.mp4"/><text content="Hello"/>';
    const plan = planFilm(
      `<movie width="${width}" height="${height}" framerate="25"><scene duration="240">${layers}</scene></movie>`,
    );
    const { part } = required(plan.scenes[0]?.picture, 'a picture');
    return CORES.map((cores) => decodingThreadsOf(part, true, parallelismOf(cores)));
  };
  expect([titled(1920, 1080), titled(3840, 2160)]).toEqual([MANY, [1, 1, 6, 12, 16]]);
});

test("the number of filter threads equals FFmpeg's default", () => {
  expect(CORES.map(filterThreadsOf)).toEqual([1, 3, 5, 9, 16]);
});

test('a film has fewer processes while other films are made', () => {
  const counts = [processesNow(16), processesNow(2)];
  using films = new DisposableStack();
  for (let film = 0; film < 8; film++) films.use(countFilm());
  expect([counts, [processesNow(16), processesNow(2)]]).toEqual([
    [6, 2],
    [4, 2],
  ]);
  films.dispose();
  expect(processesNow(16)).toBe(6);
});

test('two composed parts run together at 1080p but not at 2160p', async () => {
  const memory = createMemoryQueue({ together: Number.POSITIVE_INFINITY, mostOfOne: Number.POSITIVE_INFINITY });
  const startedOf = async (width: number, height: number) => {
    const queue = composingMemory(parallelismOf(2), memory);
    const bytes = titledBytes(width, height, parallelismOf(2));
    let started = 0;
    for (let part = 0; part < 2; part++) void queue.take(bytes, never).then(() => started++);
    await setImmediate();
    return started;
  };
  expect([await startedOf(1920, 1080), await startedOf(3840, 2160)]).toEqual([2, 1]);
});

const GIB = 2 ** 30;
/**
 * The memory of this process beyond the frames and parts that the memory queue counts, and its growth per film.
 * Composed 720p films of a batch took 593 MiB with two films at a time, and 951 MiB with 16 films. 192 MiB of each are
 * counted frames.
 */
const SERVICE_BYTES = 320 * 2 ** 20;
const FILM_BYTES = 26 * 2 ** 20;

/** The plans of machines with 1 to 64 cores and 2 to 64 GiB of memory. */
const MACHINES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64].flatMap((cores) =>
  [2, 4, 8, 16, 64].map((gib) => ({ cores, memoryBytes: gib * GIB })),
);
/** The sizes of films, and the memory per core in GiB that `docs/render-farm.md` requires in addition to its table. */
const SIZES = [
  { width: 1280, height: 720, gibPerCore: 0 },
  { width: 1920, height: 1080, gibPerCore: 0 },
  { width: 3840, height: 2160, gibPerCore: 2 },
];

test.each<readonly [work: string, atOnce: (machine: Machine) => number]>([
  ['film', () => 1],
  ['films', (machine) => filmsAtOnce(machine).most],
  ['jobs', jobsAtOnce],
])('the worst case of a plan fits into the memory: %s', { tags: ['promise:F14'] }, async (_, atOnce) => {
  for (const machine of MACHINES)
    for (const { width, height, gibPerCore } of SIZES) {
      if (machine.memoryBytes < gibPerCore * machine.cores * GIB) continue;
      const films = atOnce(machine);
      const { count, bytes } = await runningOf(
        machine,
        films,
        titledBytes(width, height, parallelismOf(machine.cores)),
      );
      const all = bytes + SERVICE_BYTES + films * FILM_BYTES;
      const fits = count > 0 && all <= machine.memoryBytes;
      expect({ ...machine, width, fits }).toEqual({ ...machine, width, fits: true });
    }
});

test('half a GiB per core keeps every core busy at 720p', async () => {
  for (const { cores } of MACHINES.filter(({ cores }) => cores > 1)) {
    const machine = { cores, memoryBytes: (cores * GIB) / 2 };
    const parallelism = parallelismOf(cores);
    const { count } = await runningOf(machine, jobsAtOnce(machine), plainBytes(1280, 720, parallelism));
    expect([cores, count * parallelism.threads >= cores]).toEqual([cores, true]);
  }
});

/** Starts the processes of this many films at the same time. Counts the processes that do not wait for memory. */
async function runningOf({ cores, memoryBytes }: Machine, films: number, bytesOfOne: number) {
  const queue = createMemoryQueue(memorySharesOf(memoryBytes));
  using counted = new DisposableStack();
  for (let film = 0; film < films; film++) counted.use(countFilm());
  let count = 0;
  for (let process = 0; process < films * processesNow(cores); process++)
    void queue.take(bytesOfOne, never).then(() => count++);
  await setImmediate();
  return { count, bytes: count * bytesOfOne };
}

/** Returns the memory of a scene with a title over a 720p video. */
function titledBytes(width: number, height: number, parallelism: Parallelism): number {
  return sceneBytes(width, height, '<video src="a.mp4"/><text content="Hello"/>', parallelism);
}

/** Returns the memory of a scene that contains only a 720p video. */
function plainBytes(width: number, height: number, parallelism: Parallelism): number {
  return sceneBytes(width, height, '<video src="a.mp4"/>', parallelism);
}

function sceneBytes(width: number, height: number, layers: string, { threads }: Parallelism): number {
  const movie = `<movie width="${width}" height="${height}" framerate="25"><scene duration="100">${layers}</scene></movie>`;
  const plan = planFilm(movie);
  const { part } = required(plan.scenes[0]?.picture, 'a picture');
  return memoryOf([{ part, decodingThreads: threads, encodingThreads: threads }], plan.canvas, () => 1280 * 720);
}
