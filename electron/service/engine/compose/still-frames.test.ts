import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Decoder } from '../parts/composed-part.ts';
import { createStillFrames, framesOfStill, type StillFrames } from './still-frames.ts';

let counted = 0;
const create = (bytes: number): StillFrames =>
  createStillFrames({ bytes, idleMilliseconds: 1000 }, (taken) => {
    counted += taken;
    return {
      [Symbol.dispose]: () => {
        counted -= taken;
      },
    };
  });
const frame = (value: number) => new Uint8Array(12).fill(value);

beforeEach(() => {
  counted = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('the least recently used frame is dropped at the limit', () => {
  const cache = create(30);
  cache.add('a', frame(1));
  cache.add('b', frame(2));
  expect(cache.find('a')).toEqual(frame(1));
  cache.add('c', frame(3));
  expect([cache.find('a'), cache.find('b'), cache.find('c')]).toEqual([frame(1), null, frame(3)]);
  expect(counted).toBe(24);
  cache.add('d', new Uint8Array(31));
  expect([cache.find('d'), counted]).toEqual([null, 24]);
});

test('unused frames are dropped after a while', () => {
  const cache = create(30);
  cache.add('a', frame(1));
  vi.advanceTimersByTime(900);
  expect(cache.find('a')).toEqual(frame(1));
  vi.advanceTimersByTime(1100);
  expect([cache.find('a'), counted]).toEqual([null, 0]);
});

test('a frame is cached after its part is right, separately for each FFmpeg version', () => {
  const cache = create(100);
  const source = { kind: 'source', sha256: 'a', demuxer: 'mov', options: [], clock: null, isCommon: false } as const;
  const picture = { width: 4, height: 2, pixelFormat: 'yuv420p' } as const;
  const decoder: Decoder = { inputs: [source], chains: [], picture, first: 0, length: 1 };
  const chunk = Buffer.alloc(6, 7);
  for (const isRight of [false, true]) {
    using frames = framesOfStill({ version: '7' }, cache);
    expect(frames.find(decoder)).toBeNull();
    const take = frames.takeDown(decoder);
    take?.(chunk);
    take?.(chunk);
    if (isRight) frames.keep();
  }
  // The reader of a pipe frees its chunks.
  chunk.fill(0);
  expect(framesOfStill({ version: '7' }, cache).find(decoder)).toEqual(frame(7));
  expect(framesOfStill({ version: '8' }, cache).find(decoder)).toBeNull();
  expect(framesOfStill({ version: '7' }, cache).takeDown({ ...decoder, length: 2 })).toBeNull();
});
