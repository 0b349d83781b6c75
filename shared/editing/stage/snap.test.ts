import { expect, test } from 'vitest';
import { boundsOf } from '#shared/timeline/placement.ts';
import type { SafeArea } from './safe-areas.ts';
import { snapCandidates, snapMove, snapPlace } from './snap.ts';
import { readTypedValues } from './stage-command.ts';
import { boxesOf, sceneOf } from './testing/boxes.ts';

const FRAME = { width: 1000, height: 500 };
const source = sceneOf(
  '<solid width="100" height="40" position="-300, 100"/>',
  '<solid width="100" height="40" position="-100, 100"/>',
  '<solid width="60" height="40" position="33, -50"/>',
);
const boxes = boxesOf(source);
const [first, second, dragged] = boxes;
if (first === undefined || second === undefined || dragged === undefined) throw new Error('three layers');
const rect = boundsOf(dragged.matrix, dragged.size);
const even = (part: number) => ({ left: part, right: part, top: part, bottom: part });
const TELEVISION: SafeArea = { name: 'television', action: even(0.035), title: even(0.05) };
const ground = (safe: SafeArea | null = null) => snapCandidates(boxes, [dragged.layer.id], FRAME, safe);

test('a dragged layer snaps to edges and centers', () => {
  // The middle of the layer is at 533, 200.
  const { by, guides } = snapMove(rect, { x: -31, y: 47 }, ground(), 5);
  expect(by).toEqual({ x: -33, y: 50 });
  expect(guides).toMatchObject([
    { axis: 'x', at: 500, touched: { kind: 'frame', place: 'middle' } },
    { axis: 'y', at: 250, touched: { kind: 'frame', place: 'middle' } },
  ]);
  const beside = snapMove(rect, { x: 10, y: 148 }, ground(), 5);
  expect(beside.by.y).toBe(150);
  expect(beside.guides[0]).toMatchObject({ touched: { kind: 'layer', layer: first.layer.id, place: 'start' } });
});

test('a dragged layer ignores targets that are too far away', () => {
  expect(snapMove(rect, { x: 10, y: 20 }, ground(), 5)).toEqual({ by: { x: 10, y: 20 }, guides: [] });
  expect(snapMove(rect, { x: -31, y: 47 }, ground(), 0).guides).toEqual([]);
});

test('a move along one axis snaps only on that axis', () => {
  const { by, guides } = snapMove(rect, { x: -31, y: 47 }, ground(), 5, ['x']);
  expect(by).toEqual({ x: -33, y: 47 });
  expect(guides.map(({ axis }) => axis)).toEqual(['x']);
});

test('a layer snaps to safe areas only while they are visible', () => {
  // The left edge of the layer is at 503, and the title area begins at 50.
  const by = { x: -451, y: 3 };
  expect(snapMove(rect, by, ground(), 5).by.x).toBe(-451);
  expect(snapMove(rect, by, ground(TELEVISION), 5)).toMatchObject({
    by: { x: -453 },
    guides: [{ touched: { kind: 'title-area' } }],
  });
});

test('a layer snaps to a position with equal gaps', () => {
  // The other layers are at 150 to 250 and 350 to 450, so equal gaps put the third layer at 550.
  const { by, guides } = snapMove(rect, { x: 45, y: 143 }, ground(), 8);
  expect(by.x).toBe(47);
  expect(guides[0]).toMatchObject({
    kind: 'gaps',
    axis: 'x',
    gaps: [
      { from: 250, to: 350 },
      { from: 450, to: 550 },
    ],
  });
  expect(guides.length).toBeLessThanOrEqual(3);
});

test('a dragged edge snaps only along the axes of its handle', () => {
  expect(snapPlace({ x: 498, y: 252 }, ['x'], ground(), 5)).toMatchObject({ place: { x: 500, y: 252 } });
  expect(snapPlace({ x: 498, y: 252 }, ['x', 'y'], ground(), 5).guides).toHaveLength(2);
});

test.each([
  ['120', { first: 120, second: null }],
  ['120, -40', { first: 120, second: -40 }],
  ['1.5 2', { first: 1.5, second: 2 }],
  [', 40', { first: null, second: 40 }],
  ['640×360', { first: 640, second: 360 }],
  ['-', null],
  ['1,2,3', null],
])('a value typed during a drag is parsed: %s', (text, values) => {
  expect(readTypedValues(text)).toEqual(values);
});
