import { expect, test } from 'vitest';
import { partInView, partsOf, rowsOfKinds } from './layer-parts.ts';

const names = (rows: readonly (readonly [string, unknown])[]) => rows.map(([name]) => name);

test('a layer has the parts that its kind has something for', () => {
  expect(partsOf(['text'])).toEqual(['own', 'layout', 'motion', 'effects']);
  expect(partsOf(['video'])).toEqual(['own', 'layout', 'motion', 'sound', 'effects']);
  expect(partsOf(['group'])).toEqual(['layout', 'motion', 'effects']);
});

test('layers of several kinds have the rows that are the same for all of them', () => {
  const rows = rowsOfKinds(['text', 'video']);
  expect(names(rows.layout)).toEqual([
    'position',
    'origin',
    'anchor',
    'scale',
    'rotation',
    'opacity',
    'blendmode',
    'width',
    'height',
  ]);
  expect(names(rows.time)).toEqual(['offset', 'duration', 'overlap']);
  expect(rows.own).toEqual([]);
  expect(partsOf(['text', 'video'])).toEqual(['layout', 'motion', 'effects']);
  // Captions stand elsewhere where nothing is said, so a place without a value would be two things.
  expect(names(rowsOfKinds(['text', 'captions']).layout)).not.toContain('position');
});

test('the part in view is the last one that has come up to the edge, and at the end the one that was asked for', () => {
  const tops = [
    ['own', -200],
    ['layout', 39],
    ['motion', 300],
  ] as const;
  expect(partInView(tops, 40, null)).toBe('layout');
  expect(partInView([['own', 60]], 40, null)).toBe('own');
  expect(partInView(tops, 40, 'motion')).toBe('motion');
  expect(partInView([], 40, null)).toBeNull();
});
