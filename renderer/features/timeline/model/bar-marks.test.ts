import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { decibels } from './labels.ts';
import { laneHeights } from './lane-heights.ts';
import { toggledScene } from './open-scenes.ts';
import { keyFramesOf, wedgesOf } from './row-plans.ts';

function layerWith(attributes: string, ...animations: readonly string[]) {
  const movie = movieOf(
    film(`<scene duration="50"><text content="x"${attributes}>${animations.join('')}</text></scene>`),
  );
  return { layer: required(movie.scenes[0]?.layers[0], 'the layer'), rate: movie.frameRate };
}

test('the wedge of a preset ends where the preset ends', () => {
  const { layer, rate } = layerWith(
    '',
    '<animation type="fadein" duration="8" offset="2"/>',
    '<animation type="slideout" duration="6"/>',
    '<animation type="kenburns"/>',
    '<animation type="zoomin" enabled="false"/>',
  );
  expect(wedgesOf(layer, 40, rate).map(({ side: way, length, duration }) => [way, length, duration])).toEqual([
    ['in', 10, 8],
    ['out', 6, 6],
  ]);
  // The part of a preset that `overlap` cuts off has no wedge.
  const cut = layerWith(' overlap="5"', '<animation type="fadein" duration="8"/>');
  expect(wedgesOf(cut.layer, 40, rate).map(({ length }) => length)).toEqual([3]);
  const through = layerWith(' overlap="12"', '<animation type="fadein" duration="8"/>');
  expect(wedgesOf(through.layer, 40, rate)).toEqual([]);
});

test.each([
  ['repeats', '', '<animation type="fadein" duration="8" offset="2" repeat="3"/>', [26, 8, 3]],
  ['repeats without an end', '', '<animation type="fadein" duration="30" repeat="forever"/>', [40, 30, 2]],
  ['is longer than its layer', '', '<animation type="slideout" duration="30" repeat="2"/>', [40, 20, 2]],
  ['begins before the scene', ' overlap="5"', '<animation type="fadein" duration="8"/>', [3, 8, 1]],
])('the wedge has the duration of one repetition of a preset that %s', (_, attributes, animation, expected) => {
  const { layer, rate } = layerWith(attributes, animation);
  expect(wedgesOf(layer, 40, rate).map(({ length, duration, repeats }) => [length, duration, repeats])).toEqual([
    expected,
  ]);
});

test('keyframes in one frame of a layer make one mark', () => {
  const { layer } = layerWith(
    '',
    '<animation type="custom" offset="4"><key time="0" opacity="0"/><key time="10" opacity="1"/></animation>',
    '<animation type="custom"><key time="14" rotation="0"/><key time="100%" rotation="9"/></animation>',
  );
  expect(keyFramesOf(layer, 40)).toEqual([4, 14, 40]);
});

test('the arrow of a scene collapses other scenes unless Alt is pressed', () => {
  const [one, two] = ['n1', 'n2'] as never[];
  const open = (ids: Iterable<never>, scene: never, beside: boolean) => [...toggledScene(new Set(ids), scene, beside)];
  expect(open([], one as never, false)).toEqual([one]);
  expect(open([one as never], two as never, false)).toEqual([two]);
  expect(open([one as never], two as never, true)).toEqual([one, two]);
  expect(open([one as never, two as never], two as never, false)).toEqual([one]);
});

test('the height of the scenes does not depend on the rows', () => {
  const input = { rowsHeight: 72, isWide: false, isOpen: true, hasSkipped: false, hasCurve: false };
  const few = laneHeights(206, input);
  expect(few).toEqual({ skipped: 0, scenes: 70, rows: 72 });
  expect(laneHeights(206, { ...input, rowsHeight: 2400 })).toEqual({ ...few, rows: 104 });
  expect(laneHeights(206, { ...input, rowsHeight: 0 })).toEqual({ skipped: 0, scenes: 174, rows: 0 });
  expect(laneHeights(1000, { ...input, rowsHeight: 2400 })).toEqual({ skipped: 0, scenes: 160, rows: 808 });
  expect(laneHeights(200, { ...input, isWide: true, rowsHeight: 240 })).toEqual({ skipped: 0, scenes: 120, rows: 48 });
});

test('a low timeline shows at least two rows', () => {
  const input = { rowsHeight: 120, isWide: false, isOpen: false, hasSkipped: false, hasCurve: false };
  expect(laneHeights(152, input)).toEqual({ skipped: 0, scenes: 72, rows: 48 });
  expect(laneHeights(80, input)).toEqual({ skipped: 0, scenes: 24, rows: 24 });
  // The lane of skipped scenes exists only if there are skipped scenes.
  expect(laneHeights(172, { ...input, hasSkipped: true })).toEqual({ skipped: 20, scenes: 72, rows: 48 });
});

test('a visible curve reduces the height of the filmstrips', () => {
  const input = { rowsHeight: 300, isWide: false, isOpen: true, hasSkipped: false, hasCurve: true };
  expect(laneHeights(206, input)).toEqual({ skipped: 0, scenes: 24, rows: 150 });
  expect(laneHeights(340, { ...input, isWide: true })).toEqual({ skipped: 0, scenes: 123, rows: 185 });
});

test('a volume is displayed in decibels', () => {
  expect([1, 0.5, 2, 0.1, 0, 1.001].map(decibels)).toEqual(['0 dB', '−6 dB', '+6 dB', '−20 dB', '−∞ dB', '0 dB']);
});
