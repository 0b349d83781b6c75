import { expect, test } from 'vitest';
import type { PlanarPicture } from '../picture/picture.ts';
import { planesOf } from './video-planes.ts';

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7919 + (index >> 3) * 31) % 251);

function pictureOf(width: number, height: number): PlanarPicture {
  const plane = (across: number, down: number) =>
    ({ data: noise(across * down), width: across, height: down, components: 1, stride: across }) as const;
  const planes = [plane(width, height), plane(width / 2, height / 2), plane(width / 2, height / 2)];
  return { kind: 'planes', width, height, layout: 'yuv', bitDepth: 8, planes, bytes: 0 };
}

test.each([
  ['a half', 2],
  ['a third', 3],
  ['a quarter', 4],
  ['the whole', 1],
])('a rotated picture has the same averages at %s of its size', (_, share) => {
  const [width, height] = [48, 24];
  const format = { width: width / share, height: height / share, pixelFormat: 'yuv420p' } as const;
  const drawn = (rotation: 0 | 180) =>
    new Uint8Array(
      planesOf(pictureOf(width, height), {
        format,
        rotation,
        region: { left: 0, top: 0, width: 1, height: 1 },
        color: { matrix: 'bt709', range: 'limited' },
      }),
    );
  const luma = format.width * format.height;
  expect(drawn(0).subarray(0, luma)).toEqual(drawn(180).subarray(0, luma).toReversed());
  const corner = Array.from(
    { length: share * share },
    (_, index) => Math.floor(index / share) * width + (index % share),
  );
  const bytes = noise(width * height);
  const sum = corner.reduce((total, at) => total + (bytes[at] ?? 0), 0);
  expect(drawn(0)[0]).toBe(Math.round(sum / corner.length));
});
