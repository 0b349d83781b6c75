import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { SoundSegment } from '../plan/track-segments.ts';
import { waitForSound } from './film-sound.ts';
import { soundStream } from './sound-stream.ts';

const never = new AbortController().signal;
const silent = (samples: number): SoundSegment => ({
  path: Promise.resolve(null),
  growing: null,
  from: 0,
  samples,
  over: [],
});

async function bytesOf(segments: readonly SoundSegment[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of soundStream(segments, never)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the sound of a film', () => {
  test("has each scene's exact length for files of any size", async () => {
    await using folder = await temporaryFolder();
    const segment = async (bytes: number, samples: number): Promise<SoundSegment> => {
      const path = join(folder.path, `${bytes}`);
      await writeFile(path, Buffer.alloc(bytes, 1));
      return { path: Promise.resolve(path), growing: null, from: 0, samples, over: [] };
    };
    const segments = [await segment(12, 2), silent(3), await segment(4, 2), await segment(8, 0)];
    expect([...(await bytesOf(segments))]).toEqual([...Array(8).fill(1), ...Array(12).fill(0), 1, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('starts within a file at the given sample', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'sound');
    await writeFile(path, Buffer.from(Array.from({ length: 24 }, (_, index) => index)));
    const segments = [{ path: Promise.resolve(path), growing: null, from: 4, samples: 3, over: [] }];
    expect([...(await bytesOf(segments))]).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 0, 0, 0, 0]);
  });

  test('yields long silence in pieces', async () => {
    expect((await bytesOf([silent(48_000 * 60)])).length).toBe(48_000 * 60 * 4);
  });
});

describe('the sound of a missing segment', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('yields an empty piece at intervals', async () => {
    vi.useFakeTimers();
    const pending = Promise.withResolvers<string | null>();
    const stream = soundStream([{ path: pending.promise, growing: null, from: 0, samples: 1, over: [] }], never);
    const first = stream.next();
    await vi.advanceTimersByTimeAsync(200);
    expect(await first).toMatchObject({ done: false, value: { length: 0 } });
    const second = stream.next();
    pending.resolve(null);
    expect(await second).toMatchObject({ done: false, value: { length: 4 } });
  });

  test('is read while its file grows and after the rename', async () => {
    await using folder = await temporaryFolder();
    const [growing, whole] = [join(folder.path, 'sound.new'), join(folder.path, 'sound')];
    const pending = Promise.withResolvers<string | null>();
    const stream = soundStream([{ path: pending.promise, growing, from: 1, samples: 3, over: [] }], never);
    const next = async (): Promise<readonly number[]> => {
      for (;;) {
        const { done, value } = await stream.next();
        if (done === true) return [];
        if (value.length > 0) return [...value];
      }
    };
    const first = next();
    await writeFile(growing, Buffer.from([0, 0, 0, 0, 1, 2, 3]));
    expect(await first).toEqual([1, 2, 3]);
    const second = next();
    await appendFile(growing, Buffer.from([4, 5]));
    expect(await second).toEqual([4, 5]);
    await appendFile(growing, Buffer.from([6, 7, 8]));
    await rename(growing, whole);
    pending.resolve(whole);
    expect([await next(), await next(), await next()]).toEqual([[6, 7, 8], [0, 0, 0, 0], []]);
  });

  test('is not awaited after an abort', async () => {
    const controller = new AbortController();
    const stream = soundStream(
      [{ path: new Promise<never>(() => undefined), growing: null, from: 0, samples: 1, over: [] }],
      controller.signal,
    );
    const next = stream.next();
    controller.abort('cancelled');
    await expect(next).rejects.toBe('cancelled');
  });
});

describe('waitForSound', () => {
  test('resolves at the first samples, and immediately for silence', async () => {
    await using folder = await temporaryFolder();
    const growing = join(folder.path, 'sound.new');
    let hasBegun = false;
    const started = waitForSound(
      soundStream(
        [{ path: new Promise<never>(() => undefined), growing, from: 0, samples: 2, over: [] }, silent(1)],
        never,
      ),
    ).then(() => {
      hasBegun = true;
    });
    await writeFile(growing, Buffer.alloc(0));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasBegun).toBe(false);
    await appendFile(growing, Buffer.alloc(4));
    await started;
    await waitForSound(soundStream([silent(1)], never));
    await waitForSound(soundStream([silent(0)], never));
  });

  test('rejects if making the sound fails or the render is canceled', async () => {
    const failed = Promise.reject<null>(new Error('no such sound'));
    const failing = soundStream([{ path: failed, growing: null, from: 0, samples: 1, over: [] }], never);
    await expect(waitForSound(failing)).rejects.toThrow('no such');
    const waiting: SoundSegment = {
      path: new Promise<never>(() => undefined),
      growing: null,
      from: 0,
      samples: 1,
      over: [],
    };
    await expect(waitForSound(soundStream([waiting], AbortSignal.abort('cancelled')))).rejects.toBe('cancelled');
  });
});
