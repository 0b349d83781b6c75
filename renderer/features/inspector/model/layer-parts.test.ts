import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { elementId, film } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { pairedRows, partInView, partsOf, rowsOfKinds, textRows, withoutEndRowForStills } from './layer-parts.ts';

const names = (rows: readonly (readonly [string, unknown])[]) => rows.map(([name]) => name);

test('a layer has a part for each group of its attributes', () => {
  expect(partsOf(['text'])).toEqual(['own', 'layout', 'motion', 'effects']);
  expect(partsOf(['video'])).toEqual(['own', 'layout', 'motion', 'sound', 'effects']);
  expect(partsOf(['group'])).toEqual(['layout', 'motion', 'effects']);
});

test('the form of a text layer shows rare attributes only on demand', () => {
  const rows = rowsOfKinds(['text']);
  const plain = textRows(rows, () => false);
  expect(names(plain.own)).toEqual([
    ...['font', 'weight', 'size', 'autosize', 'xalign', 'color', 'background', 'outline', 'shadow', 'value'],
  ]);
  expect(names(plain.more).slice(0, 3)).toEqual(['style', 'width', 'height']);
  expect(names(plain.layout)).toEqual(['position', 'origin', 'anchor', 'scale', 'rotation', 'opacity', 'blendmode']);
  // Each attribute is in one of the lists, except two that need a background and one that needs a number.
  const all = [...plain.own, ...plain.more, ...plain.layout, ['padding'], ['radius'], ['decimals']].map(
    ([name]) => name,
  );
  expect(new Set(all)).toEqual(new Set(names([...rows.own, ...rows.layout])));
  const boxed = textRows(rows, (name) => name === 'background');
  expect(names(boxed.own)).toEqual(expect.arrayContaining(['padding', 'radius']));
  const padded = textRows(rows, (name) => name === 'padding');
  expect(names(padded.own)).toContain('padding');
});

test('the two attributes of a pair share a row', () => {
  const { layout } = rowsOfKinds(['image']);
  const paired = pairedRows(layout).map(([[name], beside]) => [name, beside?.pair ?? null]);
  expect(paired.slice(0, 3)).toEqual([
    ['position', null],
    ['origin', 'origin'],
    ['scale', null],
  ]);
  expect(paired).toContainEqual(['width', 'width']);
  expect(pairedRows(layout.filter(([name]) => name !== 'anchor')).flatMap(([, beside]) => beside ?? [])).toHaveLength(
    1,
  );
});

test('layers of several kinds show only their common rows', () => {
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
  // The default positions of captions and texts differ, so a common field without a value would be ambiguous.
  expect(names(rowsOfKinds(['text', 'captions']).layout)).not.toContain('position');
});

test('the part in view is the last part above the edge', () => {
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

test.each([
  ['src="photo.jpg"', false],
  ['src="photo.JPG" end="hold"', true],
  ['src="turning.gif"', true],
  ['src="photo.webp"', true],
  ['src="${picture}"', true],
])('an image has an `end` field if it can be animated: %s', (attributes, has) => {
  const source = film(`<scene duration="9"><image ${attributes}/></scene>`);
  const layer = required(indexOf(source.document).elements.get(elementId(source, 'image'))?.element, 'image');
  expect(names(withoutEndRowForStills(rowsOfKinds(['image']).own, [layer])).includes('end')).toBe(has);
});
