import { expect, test } from 'vitest';
import { type Alignment, alignmentOffsets } from './align.ts';
import { boxesOf, sceneOf } from './testing/boxes.ts';

const FRAME = { width: 1000, height: 500 };
const solid = (width: number, x: number, y: number) => `<solid width="${width}" height="20" position="${x}, ${y}"/>`;

function offsets(layers: readonly string[], alignment: Alignment) {
  return alignmentOffsets(boxesOf(sceneOf(...layers)), alignment, FRAME).map(({ x, y }) => [x, y]);
}

test('several layers are aligned within their common bounds', () => {
  const layers = [solid(100, -200, 0), solid(40, 0, 30), solid(60, 300, -10)];
  expect(offsets(layers, { kind: 'align', axis: 'x', place: 'start' })).toEqual([
    [0, 0],
    [-230, 0],
    [-520, 0],
  ]);
  expect(offsets(layers, { kind: 'align', axis: 'x', place: 'end' }).map(([x]) => x)).toEqual([480, 310, 0]);
  expect(offsets(layers, { kind: 'align', axis: 'y', place: 'middle' })).toEqual([
    [0, 10],
    [0, -20],
    [0, 20],
  ]);
});

test('a single layer is aligned within the frame, even if rotated', () => {
  expect(offsets([solid(100, -200, 0)], { kind: 'align', axis: 'x', place: 'end' })).toEqual([[650, 0]]);
  const rotated = '<solid width="100" height="20" rotation="90" position="7, 0"/>';
  expect(offsets([rotated], { kind: 'align', axis: 'x', place: 'start' })[0]?.[0]).toBeCloseTo(-497);
});

test('layers are distributed with equal gaps between the outermost layers', () => {
  const layers = [solid(60, 300, 0), solid(40, -100, 0), solid(100, -200, 0)];
  expect(offsets(layers, { kind: 'distribute', axis: 'x' })).toEqual([
    [0, 0],
    [160, 0],
    [0, 0],
  ]);
  expect(offsets(layers.slice(1), { kind: 'distribute', axis: 'x' }).flat()).toEqual([0, 0, 0, 0]);
});
