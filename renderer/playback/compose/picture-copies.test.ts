import { expect, test } from 'vitest';
import type { PlanarPicture } from '../picture/picture.ts';
import { buffersOf, createPictureCopies } from './picture-copies.ts';

function picture(): PlanarPicture {
  const data = Uint8Array.from({ length: 24 }, (_, index) => index);
  const plane = (from: number, length: number) =>
    ({ data: data.subarray(from, from + length), width: length, height: 1, components: 1, stride: length }) as const;
  const planes = [plane(0, 16), plane(16, 4), plane(20, 4)];
  return { kind: 'planes', width: 4, height: 4, layout: 'yuv', bitDepth: 8, planes, bytes: 24 };
}

const planes = {
  format: { width: 4, height: 4, pixelFormat: 'yuv420p' },
  region: { left: 0, top: 0, width: 1, height: 1 },
  rotation: 0,
  color: { matrix: 'bt709', range: 'limited' },
} as const;

test('a copy of a picture has equal values in a separate buffer', () => {
  const original = picture();
  const copy = createPictureCopies().of(original);
  const values = ({ planes }: PlanarPicture) => planes.map(({ data }) => [...data]);
  expect(values(copy)).toEqual(values(original));
  expect(buffersOf([{ picture: copy, planes }, null])).toHaveLength(1);
  copy.planes[0]?.data.fill(255);
  expect(original.planes[0]?.data[0]).toBe(0);
});

test('a returned buffer is used for one new copy', () => {
  const copies = createPictureCopies();
  const [first] = buffersOf([{ picture: copies.of(picture()), planes }]);
  copies.takeBack(first === undefined ? [] : [first]);
  const [second] = buffersOf([{ picture: copies.of(picture()), planes }]);
  const [third] = buffersOf([{ picture: copies.of(picture()), planes }]);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
