import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import type { Decoder } from '../parts/composed-part.ts';
import { type CachedFrames, createCachedFrames, partFrames } from './cached-frames.ts';

/** Returns a decoder of this many frames of 4×2 pixels, which take twelve bytes each. */
function decoderOf(length: number, sha256 = 'a'): Decoder {
  const source = { kind: 'source', sha256, demuxer: 'mov', options: [], clock: null, isCommon: false } as const;
  return {
    inputs: [source],
    chains: [],
    picture: { width: 4, height: 2, pixelFormat: 'yuv420p' },
    first: 0,
    length,
  } as unknown as Decoder;
}

let counted = 0;
const create = (bytes = 100): CachedFrames =>
  createCachedFrames({ bytes, idleMilliseconds: 1000 }, (taken) => {
    counted += taken;
    return {
      [Symbol.dispose]: () => {
        counted -= taken;
      },
    };
  });

const framesOf = (decoder: Decoder, value: number) => new Uint8Array(12 * decoder.length).fill(value);

/** Makes a part that decodes its frames or takes them from the cache. */
function show(cached: CachedFrames, decoder: Decoder, value: number, { isRight = true } = {}): 'found' | 'decoded' {
  using part = partFrames(cached);
  if (part.find(decoder) !== null) return 'found';
  part.takeDown(decoder)?.(framesOf(decoder, value));
  if (isRight) part.keep();
  return 'decoded';
}

beforeEach(() => {
  counted = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('decoded frames', () => {
  test('are cached at the second decoding', () => {
    const cached = create();
    const made = [1, 2, 3, 4].map(() => show(cached, decoderOf(2), 7));
    expect(made).toEqual(['decoded', 'decoded', 'found', 'found']);
    expect(cached.find(decoderOf(2))).toEqual(framesOf(decoderOf(2), 7));
  });

  test('are cached separately for each source and length', () => {
    const cached = create();
    for (let time = 0; time < 2; time++) show(cached, decoderOf(2), 7);
    expect(cached.find(decoderOf(2, 'b'))).toBeNull();
    expect(cached.find(decoderOf(3))).toBeNull();
  });

  test('are not cached for a failed part', () => {
    const cached = create();
    for (let time = 0; time < 3; time++) expect(show(cached, decoderOf(2), 9, { isRight: false })).toBe('decoded');
    expect(show(cached, decoderOf(2), 7)).toBe('decoded');
    expect(cached.find(decoderOf(2))).toEqual(framesOf(decoderOf(2), 7));
  });

  test.each([
    ['too few bytes', 11],
    ['too many', 25],
  ])('are dropped for %s', (_, bytes) => {
    const cached = create();
    const decoder = decoderOf(2);
    expect(cached.record(decoder)).toBeNull();
    const record = required(cached.record(decoder), 'a record');
    record.add(new Uint8Array(bytes));
    record.keep();
    expect(cached.find(decoder)).toBeNull();
    expect(cached.record(decoder)).not.toBeNull();
  });

  test('are recorded by one part at a time', () => {
    const cached = create();
    const decoder = decoderOf(2);
    cached.record(decoder);
    const record = cached.record(decoder);
    expect(record).not.toBeNull();
    expect(cached.record(decoder)).toBeNull();
    record?.giveUp();
    expect(cached.record(decoder)).not.toBeNull();
  });

  test('are never recorded above the limit', () => {
    const cached = create(23);
    for (let time = 0; time < 3; time++) expect(cached.record(decoderOf(2))).toBeNull();
  });

  test('stay in a full cache, which takes no new frames', () => {
    const cached = create(60);
    for (const source of ['a', 'b']) for (let time = 0; time < 2; time++) show(cached, decoderOf(2, source), 1);
    expect(counted).toBe(48);
    for (let time = 0; time < 3; time++) expect(show(cached, decoderOf(2, 'c'), 1)).toBe('decoded');
    expect(show(cached, decoderOf(2, 'a'), 1)).toBe('found');
    expect(counted).toBe(48);
    vi.advanceTimersByTime(900);
    expect(show(cached, decoderOf(2, 'a'), 1)).toBe('found');
    vi.advanceTimersByTime(900);
    expect([show(cached, decoderOf(2, 'c'), 1), show(cached, decoderOf(2, 'c'), 1)]).toEqual(['decoded', 'found']);
    expect(show(cached, decoderOf(2, 'b'), 1)).toBe('decoded');
  });

  test('are included in the used memory while they are recorded', () => {
    const cached = create(30);
    for (const source of ['a', 'b']) cached.record(decoderOf(2, source));
    const record = cached.record(decoderOf(2, 'a'));
    expect([counted, cached.record(decoderOf(2, 'b'))]).toEqual([24, null]);
    record?.giveUp();
    record?.giveUp();
    expect(counted).toBe(0);
    expect(cached.record(decoderOf(2, 'b'))).not.toBeNull();
  });

  test('expire when they are unused for a while', () => {
    const cached = create();
    for (let time = 0; time < 2; time++) show(cached, decoderOf(2), 1);
    vi.advanceTimersByTime(900);
    expect(cached.find(decoderOf(2))).not.toBeNull();
    vi.advanceTimersByTime(900);
    expect(cached.find(decoderOf(2))).not.toBeNull();
    vi.advanceTimersByTime(1100);
    expect(cached.find(decoderOf(2))).toBeNull();
    expect(counted).toBe(0);
  });
});
