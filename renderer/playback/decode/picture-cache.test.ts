import { expect, test } from 'vitest';
import type { Picture } from '../picture/picture.ts';
import { createPictureCache } from './picture-cache.ts';

const picture = (bytes = 10): Picture => ({
  kind: 'planes',
  width: 1,
  height: 1,
  layout: 'yuv',
  bitDepth: 8,
  planes: [],
  bytes,
});

test('a picture with an unknown end is found only as the nearest', () => {
  const pictures = createPictureCache().open();
  const [first, second, last] = [picture(), picture(), picture()];
  pictures.add(0, 40, first);
  pictures.add(40, null, second);
  expect(pictures.find(0)).toBe(first);
  expect(pictures.find(39)).toBe(first);
  expect(pictures.find(40)).toBeNull();
  expect(pictures.nearest(45)).toBe(second);
  pictures.add(40, 80, second);
  pictures.add(80, Number.POSITIVE_INFINITY, last);
  expect(pictures.find(79)).toBe(second);
  expect(pictures.find(1e12)).toBe(last);
});

test('a gap starts at the first time without a picture', () => {
  const pictures = createPictureCache().open();
  expect(pictures.gap(5, 100)).toBe(5);
  pictures.add(0, 40, picture());
  pictures.add(40, 80, picture());
  expect(pictures.gap(5, 79)).toBeNull();
  expect(pictures.gap(5, 100)).toBe(80);
  pictures.add(120, Number.POSITIVE_INFINITY, picture());
  expect(pictures.gap(5, 200)).toBe(80);
  expect(pictures.gap(120, 1e9)).toBeNull();
});

test('the least recently used picture of all sources is dropped first', () => {
  const cache = createPictureCache(30);
  const [left, right] = [cache.open(), cache.open()];
  left.add(0, 1, picture());
  right.add(0, 1, picture());
  left.add(1, 2, picture());
  expect(left.find(0)).not.toBeNull();
  right.add(1, 2, picture());
  expect([left.find(0), right.find(0), left.find(1), right.find(1)].map((found) => found !== null)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(cache.bytes()).toBe(30);
  left.clear();
  expect(cache.bytes()).toBe(10);
});

test('the last remaining picture stays cached despite the limit', () => {
  const cache = createPictureCache(5);
  const pictures = cache.open();
  pictures.add(0, 1, picture());
  pictures.add(1, 2, picture());
  expect(pictures.find(1)).not.toBeNull();
  expect(cache.bytes()).toBe(10);
});
