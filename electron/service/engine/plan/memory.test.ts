import { expect, test } from 'vitest';
import { memoryWithin } from '#service/ffmpeg/machine.ts';
import { memorySharesOf } from '#service/ffmpeg/process-plan.ts';
import { planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { memoryOf } from './memory-plan.ts';
import { createMemoryQueue, requireMemory } from './memory-queue.ts';

const GIB = 2 ** 30;
const never = new AbortController().signal;

/** Returns the memory of a process that makes a square scene of this size from a 720p clip. */
function sceneBytes(side: number, format: 'mp4' | 'webm' | 'mov' | 'gif', threads = 2): number {
  const plan = planFilm(
    `<movie width="${side}" height="${side}" framerate="25"><scene duration="50"><video src="a.mp4"/></scene></movie>`,
    { format },
  );
  const { part } = required(plan.scenes[0]?.picture, 'a picture');
  return memoryOf([{ part, decodingThreads: threads, encodingThreads: threads }], plan.canvas, () => 1280 * 720);
}

test.each([
  ['mp4', 4096, 1.57],
  ['webm', 4096, 1.93],
  ['webm', 8192, 7.4],
] as const)('planned memory slightly exceeds measured memory: %s, %i pixels square', (format, side, measured) => {
  const planned = sceneBytes(side, format) / GIB;
  expect(planned).toBeGreaterThan(measured);
  expect(planned).toBeLessThan(1.6 * measured);
});

test.each([
  ['mp4', 2, 167],
  ['mp4', 16, 293],
  ['webm', 2, 220],
] as const)('planned memory holds for FFmpeg 5.1 and 7.1 at 720p: %s, %i threads', (format, threads, mebibytes) => {
  const plan = planFilm(
    '<movie width="1280" height="720" framerate="25"><scene duration="50"><video src="a.mp4"/></scene></movie>',
    { format },
  );
  const { part } = required(plan.scenes[0]?.picture, 'a picture');
  const planned = memoryOf([{ part, decodingThreads: 2, encodingThreads: threads }], plan.canvas, () => 1280 * 720);
  expect(planned / 2 ** 20).toBeGreaterThan(mebibytes);
  expect(planned / 2 ** 20).toBeLessThan(1.3 * mebibytes);
});

/**
 * The measured memory of the decoder, the encoder, and composing, for a 2160p film of a 2160p video with a title: 907 MiB
 * with FFmpeg 5.1, and 922 MiB with 7.1.
 */
const TITLED_GIB = 0.9;

test('a 2160p film with a title is made on a machine with 2 GiB of memory', () => {
  const layers = '<video src="a.mp4"/><text content="Hello"/>';
  const plan = planFilm(
    `<movie width="3840" height="2160" framerate="25"><scene duration="50">${layers}</scene></movie>`,
  );
  const { part } = required(plan.scenes[0]?.picture, 'a picture');
  const planned = memoryOf([{ part, decodingThreads: 1, encodingThreads: 2 }], plan.canvas, () => 3840 * 2160);
  expect(planned / GIB).toBeGreaterThan(TITLED_GIB);
  expect(planned).toBeLessThan(memorySharesOf(2 * GIB).mostOfOne);
});

test('four usual films fit into 4 GiB of memory', () => {
  const { together } = memorySharesOf(4 * GIB);
  expect(4 * sceneBytes(960, 'mp4')).toBeLessThan(together);
});

test("a container's memory limit overrides the machine's memory", () => {
  expect(memoryWithin(16 * GIB, 2 * GIB)).toBe(2 * GIB);
  expect(memoryWithin(16 * GIB, 2 ** 63)).toBe(16 * GIB);
  expect(memoryWithin(16 * GIB, 0)).toBe(16 * GIB);
});

test('waiting processes start in order, and a single process never waits', { tags: ['promise:F14'] }, async () => {
  const queue = createMemoryQueue({ together: 10, mostOfOne: 20 });
  const started: string[] = [];
  const take = async (name: string, bytes: number, signal = never) => {
    const share = await queue.take(bytes, signal);
    started.push(name);
    return share;
  };
  const large = await take('larger than all', 15);
  const canceling = new AbortController();
  const second = take('second', 8);
  const third = take('third', 3, canceling.signal);
  const fourth = take('fourth', 2);
  large[Symbol.dispose]();
  large[Symbol.dispose]();
  const share = await second;
  expect(started).toEqual(['larger than all', 'second']);
  canceling.abort(new Error('cancelled'));
  await expect(third).rejects.toThrow('cancelled');
  await fourth;
  expect(started).toEqual(['larger than all', 'second', 'fourth']);
  share[Symbol.dispose]();
});

test('a small process starts immediately, and renders leave memory for it', async () => {
  const queue = createMemoryQueue({ together: 10, mostOfOne: 20 });
  const first = await queue.take(3, never);
  const view = queue.count(6);
  let started = false;
  const film = queue.take(5, never).then((share) => {
    started = true;
    return share;
  });
  await Promise.resolve();
  expect(started).toBe(false);
  view[Symbol.dispose]();
  const second = await film;
  second[Symbol.dispose]();
  first[Symbol.dispose]();
  // One render starts even if views use all memory, because views may continue indefinitely.
  queue.count(12);
  using _alone = await queue.take(15, never);
  expect(started).toBe(true);
});

test('a scene that needs too much memory is refused with both amounts', { tags: ['promise:F14'] }, () => {
  const queue = createMemoryQueue({ together: 4e9, mostOfOne: 6.8e9 });
  const frame = { width: 8192, height: 8192, label: 'WebM' };
  expect(() => requireMemory(9.71e9, queue, frame)).toThrow(
    'A scene of 8192×8192 as WebM needs about 9.7 GB; 6.8 GB is available.',
  );
  expect(() => requireMemory(6.8e9, queue, frame)).not.toThrow();
});
