import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptDecodings, type KeptDecodings } from './kept-decodings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMITS = { bytes: 100, idleMilliseconds: 1000 };

/** Has a decoder write these bytes in two pieces. */
function decoded(decodings: KeptDecodings, key: string, bytes: readonly number[], length = bytes.length): boolean {
  const keeping = decodings.begin(key, length);
  if (keeping === null) return false;
  keeping.add(Uint8Array.from(bytes.slice(0, 2)));
  keeping.add(Uint8Array.from(bytes.slice(2)));
  keeping.keep();
  keeping.end();
  return true;
}

test('what a decoder writes is kept from the second time on that it is asked for', () => {
  const decodings = createKeptDecodings(LIMITS);
  expect(decoded(decodings, 'one', [1, 2, 3])).toBe(false);
  expect(decodings.take('one')).toBeNull();
  expect(decoded(decodings, 'other', [4, 5, 6])).toBe(false);
  expect(decoded(decodings, 'one', [1, 2, 3])).toBe(true);
  expect([...(decodings.take('one') ?? [])]).toEqual([1, 2, 3]);
  expect(decodings.take('other')).toBeNull();
  expect(decodings.begin('one', 3)).toBeNull();
});

test('two that write the same keep it once', () => {
  const decodings = createKeptDecodings(LIMITS);
  decoded(decodings, 'one', [1]);
  const first = decodings.begin('one', 1);
  expect(decodings.begin('one', 1)).toBeNull();
  first?.end();
  expect(decodings.begin('one', 1)).not.toBeNull();
});

test('what was not whole, or was not said to be right, is let go with its room', () => {
  const decodings = createKeptDecodings(LIMITS);
  for (const key of ['one', 'other']) decodings.begin(key, 100);
  decoded(decodings, 'one', [1, 2, 3], 100);
  expect(decodings.take('one')).toBeNull();
  decoded(decodings, 'one', [1, 2, 3, 4], 3);
  expect(decodings.take('one')).toBeNull();
  const failed = decodings.begin('one', 100);
  expect(decodings.begin('other', 100)).toBeNull();
  failed?.end();
  expect(decodings.begin('other', 100)).not.toBeNull();
});

test('what is used stays, and what nobody asks for any more makes room', () => {
  const decodings = createKeptDecodings(LIMITS);
  for (const key of ['one', 'other']) decodings.begin(key, 60);
  const bytes = Array.from({ length: 60 }, (_, index) => index);
  expect(decoded(decodings, 'one', bytes)).toBe(true);
  expect(decoded(decodings, 'other', bytes)).toBe(false);
  vi.advanceTimersByTime(900);
  expect(decodings.take('one')).not.toBeNull();
  vi.advanceTimersByTime(900);
  expect(decodings.take('one')).not.toBeNull();
  vi.advanceTimersByTime(1100);
  expect(decodings.take('one')).toBeNull();
  expect(decoded(decodings, 'other', bytes)).toBe(true);
});
