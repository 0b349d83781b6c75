import { expect, test } from 'vitest';
import { createFrameCache } from './frames.ts';
import type { PixelPicture } from './picture.ts';

/** Returns a picture of 400 bytes. */
const frame = (at: number) => {
  const box = { left: 0, top: 0, width: 10, height: 10 };
  const pixels: PixelPicture = { kind: 'pixels', at, width: 10, height: 10, isOpaque: true, box };
  return { pixels };
};

test('the cache frees the least recently used pictures only in `trim`', () => {
  const released: number[] = [];
  const frames = createFrameCache<{ pixels: PixelPicture }>(({ at }) => released.push(at), 1000);
  for (const at of [1, 2, 3]) frames.set(`frame ${at}`, frame(at));
  expect(frames.get('frame 1')?.pixels.at).toBe(1);
  expect(released).toEqual([]);
  frames.trim();
  expect(released).toEqual([2]);
  expect(frames.get('frame 2')).toBeUndefined();
  expect(frames.get('frame 3')?.pixels.at).toBe(3);
  frames.dispose();
  expect(released).toEqual([2, 1, 3]);
});
