import { expect, test } from 'vitest';
import { film, movieOf } from '../../../../shared/editing/testing/editing.ts';
import { required } from '../../../../shared/lib/assert.ts';
import { laneHeights, wantedHeight } from '../layout/lane-heights.ts';
import { keyFramesOf, wedgesOf } from './bar-marks.ts';
import { toggledScene } from './open-scenes.ts';
import { decibels } from './row-words.ts';

function layerWith(attributes: string, ...animations: readonly string[]) {
  const movie = movieOf(
    film(`<scene duration="50"><text content="x"${attributes}>${animations.join('')}</text></scene>`),
  );
  return { layer: required(movie.scenes[0]?.layers[0], 'the layer'), rate: movie.frameRate };
}

test('a wedge reaches from the edge of a layer to where its preset ends or begins', () => {
  const { layer, rate } = layerWith(
    '',
    '<animation type="fadein" duration="8" offset="2"/>',
    '<animation type="slideout" duration="6"/>',
    '<animation type="kenburns"/>',
    '<animation type="zoomin" enabled="false"/>',
  );
  expect(wedgesOf(layer, 40, rate).map(({ way, length, offset }) => [way, length, offset])).toEqual([
    ['in', 10, 2],
    ['out', 6, 0],
  ]);
  // Of what is left out at its beginning nothing is drawn.
  const cut = layerWith(' overlap="5"', '<animation type="fadein" duration="8"/>');
  expect(wedgesOf(cut.layer, 40, rate).map(({ length }) => length)).toEqual([3]);
  const through = layerWith(' overlap="12"', '<animation type="fadein" duration="8"/>');
  expect(wedgesOf(through.layer, 40, rate)).toEqual([]);
});

test('keys stand at the frames of their layer, each once', () => {
  const { layer } = layerWith(
    '',
    '<animation type="custom" offset="4"><key time="0" opacity="0"/><key time="10" opacity="1"/></animation>',
    '<animation type="custom"><key time="14" rotation="0"/><key time="100%" rotation="9"/></animation>',
  );
  expect(keyFramesOf(layer, 40)).toEqual([4, 14, 40]);
});

test('an arrow opens one scene, with Alt several, and closes its own', () => {
  const [one, two] = ['n1', 'n2'] as never[];
  const open = (ids: Iterable<never>, scene: never, beside: boolean) => [...toggledScene(new Set(ids), scene, beside)];
  expect(open([], one as never, false)).toEqual([one]);
  expect(open([one as never], two as never, false)).toEqual([two]);
  expect(open([one as never], two as never, true)).toEqual([one, two]);
  expect(open([one as never, two as never], two as never, false)).toEqual([one]);
});

test('rows get what they need, and scenes keep what they need; then rows scroll', () => {
  const input = { wanted: 120, isWide: false, isOpen: true, hasSkipped: false };
  expect(laneHeights(160, { ...input, wanted: 0 })).toEqual({ skipped: 0, scenes: 128, rows: 0 });
  expect(laneHeights(400, input)).toEqual({ skipped: 0, scenes: 248, rows: 120 });
  expect(laneHeights(200, input)).toEqual({ skipped: 0, scenes: 64, rows: 104 });
  expect(laneHeights(200, { ...input, isWide: true })).toEqual({ skipped: 0, scenes: 120, rows: 48 });
  expect([wantedHeight(input), wantedHeight({ ...input, wanted: 0 })]).toEqual([276, 0]);
  // What takes no time has a lane only where there is some.
  expect(laneHeights(400, { ...input, hasSkipped: true })).toEqual({ skipped: 20, scenes: 228, rows: 120 });
  expect(wantedHeight({ ...input, hasSkipped: true })).toBe(296);
});

test('a volume is said in decibels', () => {
  expect([1, 0.5, 2, 0.1, 0, 1.001].map(decibels)).toEqual(['0 dB', '−6 dB', '+6 dB', '−20 dB', '−∞ dB', '0 dB']);
});
