import { expect, test } from 'vitest';
import { stereoMix } from '#shared/sound/stereo-mix.ts';
import { toStereo } from './sound-reader.ts';

const round = (value: number) => Math.round(value * 1000) / 1000;
const mixed = (...values: number[]) =>
  toStereo(
    values.map((value) => Float32Array.of(value)),
    stereoMix({ channels: values.length, channelLayout: null }).weights,
  ).map((side) => round(side[0] ?? 0));

test('two channels stay unchanged', () => {
  expect(mixed(0.25, -0.5)).toEqual([0.25, -0.5]);
});

test('a mono channel plays on both sides at half power', () => {
  expect(mixed(1)).toEqual([round(Math.SQRT1_2), round(Math.SQRT1_2)]);
});

test('six channels are mixed to two without the low-frequency channel', () => {
  expect(mixed(0, 0, 0, 1, 0, 0)).toEqual([0, 0]);
  expect(mixed(1, 1, 1, 1, 1, 1)).toEqual([1, 1]);
});

test('every channel of twelve except the low-frequency channel is audible', () => {
  const alone = Array.from({ length: 12 }, (_, heard) =>
    mixed(...Array.from({ length: 12 }, (_, at) => +(at === heard))),
  );
  expect(alone.map((sides) => sides.some((side) => side > 0))).toEqual(alone.map((_, index) => index !== 3));
});
