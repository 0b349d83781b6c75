import { expect, test } from 'vitest';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { boundsAround, boundsOfBox } from '#shared/timeline/boxes.ts';
import { edited } from '../model/testing/editing.ts';
import { scaledTogether } from './scale.ts';
import { stageStep } from './stage-command.ts';
import { boxAt, boxesOf, SOME_SIZES, sceneOf } from './testing/boxes.ts';

const values = new Map<string, string>();

/**
 * Returns the bounds of layers before and after they are scaled together around the upper left corner of their bounds.
 */
function grown(source: TemplateSource, factor: number, places: readonly number[]) {
  const all = boxesOf(source, 0, SOME_SIZES);
  const boxes = all.filter((_, at) => places.includes(at));
  const before = boundsAround(boxes.map(boundsOfBox));
  const about = { x: before.left, y: before.top };
  const edits = boxes.map((box) => ({
    ...{ layer: box.layer, localFrame: box.localFrame, length: box.length, change: scaledTogether(box, factor, about) },
  }));
  const step = stageStep({ document: source.document, values }, edits);
  if (!step.ok || step.value === null) throw new Error('nothing changes');
  const after = boxesOf(edited(source, step.value.command).source, 0, SOME_SIZES).filter((_, at) =>
    places.includes(at),
  );
  return { before, after: boundsAround(after.map(boundsOfBox)) };
}

test.each([
  [
    'boxes',
    '<solid width="100" height="50" position="-200, 0"/>',
    '<shape width="80" height="80" position="10%, 20"/>',
  ],
  ['files', '<image src="a" position="40, 40"/>', '<video src="b" scale="0.5" anchor="-100, 20"/>'],
  [
    'texts',
    '<text content="A" width="200" height="60"/>',
    '<text content="B" width="100" height="40" position="30, 90"/>',
  ],
  [
    'rotated layers',
    '<image src="a" rotation="90"/>',
    '<solid width="40" height="40" position="-300, 10" rotation="180"/>',
  ],
])('several layers are scaled around a common corner: %s', (_, ...layers) => {
  const { before, after } = grown(sceneOf(...layers), 1.5, [0, 1]);
  expect(after.left).toBeCloseTo(before.left, 0);
  expect(after.top).toBeCloseTo(before.top, 0);
  expect(Math.abs(after.width - before.width * 1.5)).toBeLessThan(2);
  expect(Math.abs(after.height - before.height * 1.5)).toBeLessThan(2);
});

test('the layers of a rotated group are scaled together', () => {
  const source = sceneOf(
    '<group rotation="90" scale="0.5"><solid width="80" height="40"/><solid width="40" height="40" position="90, 10"/></group>',
  );
  const { before, after } = grown(source, 2, [1, 2]);
  expect([after.left, after.top]).toEqual([before.left, before.top].map((position) => expect.closeTo(position, 0)));
  expect(after.width).toBeCloseTo(before.width * 2, 0);
});

test('the box of a group is the bounds of its content', () => {
  const inside =
    '<solid width="100" height="50" position="-200, 100"/><shape width="40" height="40" position="0, 100"/>';
  const box = boxAt(sceneOf(`<group>${inside}</group>`));
  expect(boundsOfBox(box)).toEqual({ left: 250, top: 325, width: 270, height: 50 });
  expect(box.size).toEqual({ width: 1000, height: 500 });
});

test('the box of a nested group follows rotation and scale', () => {
  const box = boxAt(
    sceneOf('<group rotation="90" scale="2"><group><solid width="60" height="20"/></group></group>'),
    1,
  );
  const { left, top, width, height } = boundsOfBox(box);
  expect([left, top, width, height]).toEqual([480, 190, 40, 120].map((number) => expect.closeTo(number, 6)));
});

test('a group with a size or without content keeps its box', () => {
  expect(boundsOfBox(boxAt(sceneOf('<group width="300" height="200"><solid width="9" height="9"/></group>')))).toEqual({
    ...{ left: 350, top: 150, width: 300, height: 200 },
  });
  expect(boundsOfBox(boxAt(sceneOf('<group/>')))).toEqual({ left: 0, top: 0, width: 1000, height: 500 });
});

test('the box of a group excludes hidden layers unless all are hidden', () => {
  const hidden = '<solid width="100" height="100" position="300, 0" enabled="false"/>';
  expect(boundsOfBox(boxAt(sceneOf(`<group>${hidden}<solid width="40" height="40"/></group>`))).width).toBe(40);
  expect(boundsOfBox(boxAt(sceneOf(`<group>${hidden}</group>`))).width).toBe(100);
});
