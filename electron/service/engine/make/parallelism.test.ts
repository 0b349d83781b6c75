import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { factsOf, graphPart, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import type { Part } from '../parts/part.ts';
import { memoryOf } from '../plan/memory-plan.ts';
import { createMemoryQueue } from '../plan/memory-queue.ts';
import {
  composingMemory,
  decodingThreadsOf,
  encodingThreadsOf,
  filterThreadsOf,
  parallelismOf,
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
 * Returns the thread counts for growing numbers of cores: of the encoder, of the decoders among other scenes, and of
 * the decoders alone.
 */
function threadsOf(part: Part): readonly (readonly number[])[] {
  const machines = CORES.map(parallelismOf);
  return [
    machines.map((machine) => encodingThreadsOf(part, machine)),
    machines.map((machine) => decodingThreadsOf(part, false, machine)),
    machines.map((machine) => decodingThreadsOf(part, true, machine)),
  ];
}

const SOME = [1, 2, 3, 4, 8];
const FEW = [1, 1, 3, 4, 8];
const MANY = [2, 3, 6, 12, 16];

test('scenes share the cores, and a long scene can fill them alone', () => {
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

test("the filter threads equal FFmpeg's own number", () => {
  expect(CORES.map(filterThreadsOf)).toEqual([1, 3, 5, 9, 16]);
});

test('two composed parts run together at 1080p but not at 2160p', async () => {
  const memory = createMemoryQueue({ together: Number.POSITIVE_INFINITY, mostOfOne: Number.POSITIVE_INFINITY });
  const begunOf = async (width: number, height: number) => {
    const turns = composingMemory(parallelismOf(2), memory);
    const bytes = titledBytes(width, height);
    let begun = 0;
    for (let part = 0; part < 2; part++) void turns.take(bytes, never).then(() => begun++);
    await setImmediate();
    return begun;
  };
  expect([await begunOf(1920, 1080), await begunOf(3840, 2160)]).toEqual([2, 1]);
});

/** Returns the memory of a scene with a title over a video of 720p. */
function titledBytes(width: number, height: number): number {
  const layers = '<video src="a.mp4"/><text content="Hello"/>';
  const movie = `<movie width="${width}" height="${height}" framerate="25"><scene duration="100">${layers}</scene></movie>`;
  const plan = planFilm(movie);
  const { part } = required(plan.scenes[0]?.picture, 'a picture');
  return memoryOf([{ part, decodingThreads: 1, encodingThreads: 2 }], plan.canvas, () => 1280 * 720);
}
