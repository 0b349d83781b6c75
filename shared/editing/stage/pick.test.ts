import { expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { groupsAround, pickedAt, pickedBeneath, pickedInside, pickedWithin } from './pick.ts';
import { boxesOf, sceneOf } from './testing/boxes.ts';

const source = sceneOf(
  '<solid/>',
  '<group name="outer"><shape width="100" height="100"/><group name="inner"><shape width="50" height="50"/></group></group>',
  '<text content="off" width="400" height="400" enabled="false"/>',
);
const boxes = boxesOf(source);
const [back, outer, large, inner, small] = boxes.map(({ layer }) => layer.id) as [
  NodeId,
  NodeId,
  NodeId,
  NodeId,
  NodeId,
];
const middle = { x: 500, y: 250 };

test('a click picks the topmost layer, or a closed group', () => {
  expect(pickedAt(boxes, middle, [])).toEqual([outer, back]);
  expect(pickedAt(boxes, { x: 600, y: 250 }, [])).toEqual([back]);
  expect(pickedAt(boxes, { x: -5, y: 250 }, [])).toEqual([]);
});

test('a click picks the layers of an open group', () => {
  expect(pickedAt(boxes, middle, [outer])).toEqual([inner, large, back]);
  expect(pickedAt(boxes, middle, [outer, inner])).toEqual([small, large, back]);
});

test('repeated clicks pick the next lower layer', () => {
  const picked = pickedAt(boxes, middle, []);
  expect(pickedBeneath(picked, null)).toBe(back);
  expect(pickedBeneath(picked, outer)).toBe(back);
  expect(pickedBeneath(picked, back)).toBe(outer);
});

test('an area picks the layers and groups that it touches', () => {
  expect(pickedWithin(boxes, { left: 440, top: 190, width: 20, height: 20 })).toEqual([back, outer]);
  expect(pickedWithin(boxes, { left: 0, top: 0, width: 100, height: 100 })).toEqual([back]);
  expect(pickedWithin(boxes, { left: -50, top: 0, width: 50, height: 100 })).toEqual([]);
});

test('each double-click picks a layer one group deeper', () => {
  expect(pickedInside(boxes, middle, outer)).toBe(inner);
  expect(pickedInside(boxes, middle, inner)).toBe(small);
  expect(pickedInside(boxes, middle, small)).toBe(small);
  expect(groupsAround(boxes, small)).toEqual([outer, inner]);
});
