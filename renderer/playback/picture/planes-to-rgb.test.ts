import { expect, test } from 'vitest';
import type { Plane } from './picture.ts';
import { writeRgb } from './planes-to-rgb.ts';

test('limited-range BT.709 is converted to RGB with shared chroma', () => {
  const plane = (data: readonly number[], width: number): Plane => {
    const height = data.length / width;
    return { data: new Uint8Array(data), width, height, components: 1, stride: width };
  };
  // The luma of red, white, black, and gray. The first two columns have the chroma of red; the others have neutral
  // chroma.
  const planes = [plane([63, 63, 235, 16, 63, 63, 126, 235], 4), plane([102, 128], 2), plane([240, 128], 2)];
  const pixels = new Uint8ClampedArray(8 * 4);
  writeRgb(pixels, { width: 4, height: 2, planes });
  const at = (x: number, y: number) => [...pixels.slice((y * 4 + x) * 4, (y * 4 + x) * 4 + 4)];
  expect([at(0, 0), at(1, 1)]).toEqual([
    [255, 1, 0, 255],
    [255, 1, 0, 255],
  ]);
  expect([at(2, 0), at(3, 0), at(2, 1)]).toEqual([
    [255, 255, 255, 255],
    [0, 0, 0, 255],
    [128, 128, 128, 255],
  ]);
});
