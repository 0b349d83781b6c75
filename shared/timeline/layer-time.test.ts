import { expect, test } from 'vitest';
import { frames } from '#shared/template/values/frame-rate.ts';
import { layerTime, localFrame } from './time.ts';

const time = (offset: number, duration: number | null, overlap: number, scene: number) => {
  const { start, end, first, length } = layerTime(
    { offset: frames(offset), duration: duration === null ? null : frames(duration), overlap },
    frames(scene),
  );
  return [start, end, first, length];
};

test.each([
  ['fills its scene', 0, null, 0, 100, [0, 100, 0, 100]],
  ['begins later', 20, null, 0, 100, [20, 100, 0, 80]],
  ['ends before its scene', 20, 30, 0, 100, [20, 50, 0, 30]],
  ['ends with its scene', 20, 300, 0, 100, [20, 100, 0, 80]],
  ['ends sooner', 20, 30, -10, 100, [20, 40, 0, 20]],
  ['ends sooner than its scene', 0, null, -10, 100, [0, 90, 0, 90]],
  ['skips its beginning', 20, 30, 10, 100, [20, 50, 10, 40]],
  ['ends before it begins', 20, 30, -40, 100, [20, 20, 0, 0]],
  ['begins after its scene', 120, 30, 0, 100, [100, 100, 0, 0]],
] as const)('a layer %s', (_, offset, duration, overlap, scene, expected) => {
  expect(time(offset, duration, overlap, scene)).toEqual(expected);
});

test('local frames count from the offset plus a positive overlap', () => {
  const time = layerTime({ offset: frames(20), duration: frames(30), overlap: 10 }, frames(100));
  expect([19, 20, 20.5, 49, 50].map((frame) => localFrame(time, frame))).toEqual([null, 10, 10.5, 39, null]);
});
