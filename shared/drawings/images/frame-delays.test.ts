import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { sampleGif, sampleWebp } from '../testing/moving-samples.ts';
import { sampleImage } from '../testing/sample-images.ts';
import { frameDelays, imageFacts } from './image-facts.ts';

const SIDE = { width: 20, height: 10 };
const delaysOf = (bytes: Uint8Array) => frameDelays(bytes, required(imageFacts(bytes), 'an image'));
const each = (delays: readonly number[]) => delays.map((delay) => ({ grey: 100, delay }));

test('GIF frames with delays up to 10 ms last 100 ms', () => {
  expect(delaysOf(sampleGif(each([5, 20, 0, 1, 2]), SIDE))).toEqual([50, 200, 100, 100, 20]);
});

test('WebP frames with delays up to 10 ms last 100 ms', () => {
  expect(delaysOf(sampleWebp(each([50, 70_000, 0, 10, 11]), SIDE))).toEqual([50, 70_000, 100, 100, 11]);
});

test.each(['png', 'jpeg', 'webp', 'losslessWebp', 'gif', 'bmp'] as const)('a still image has no delays: %s', (name) => {
  expect(delaysOf(sampleImage(name))).toBeNull();
});

test('a single frame is a still image', () => {
  expect(delaysOf(sampleGif(each([5]), SIDE))).toBeNull();
  expect(delaysOf(sampleWebp(each([50]), SIDE))).toBeNull();
});

test.each([
  ['GIF', sampleGif(each([5, 6, 7]), SIDE)],
  ['WebP', sampleWebp(each([50, 60, 70]), SIDE)],
])('a truncated file has the delays of its complete frames: %s', (_, bytes) => {
  const whole = required(delaysOf(bytes), 'three frames');
  for (let length = 30; length < bytes.length; length++) {
    const delays = delaysOf(bytes.subarray(0, length)) ?? [];
    expect(delays).toEqual(whole.slice(0, delays.length));
  }
  expect(delaysOf(bytes.subarray(0, bytes.length - 5))).toEqual(whole.slice(0, 2));
});

const [BLOCKS, EXTENSIONS] = [9 * 2 ** 19, 5_000_000];
const oneByteBlocks = Uint8Array.from({ length: 2 * BLOCKS + 3 }, (_, at) => (at + 1) % 2).fill(0, 2 * BLOCKS + 2);
oneByteBlocks.set([0x21, 0xfe]);
const emptyExtensions = new Uint8Array(3 * EXTENSIONS).map((_, at) => [0x21, 0xfe, 0][at % 3] ?? 0);

test.each([
  ['one-byte data blocks', oneByteBlocks],
  ['empty extensions', emptyExtensions],
])('a GIF is read up to a maximum number of blocks: %s', (_, filler) => {
  const gif = sampleGif(each([5, 6]), SIDE);
  const other = sampleGif(each([7, 8]), SIDE);
  const flags = required(other[10], 'the flags of its color table');
  const frame = other.subarray(13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0));
  const parts = [gif.subarray(0, gif.length - 1), filler, frame];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  expect(delaysOf(all)).toEqual([50, 60]);
});
