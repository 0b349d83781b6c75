import { expect, test } from 'vitest';
import { listedTags, type TagChanges, tagCoverage, taggedAssets, tagsOf, withChange } from './tag-changes.ts';

const ASSETS = [
  { name: 'a.mp4', tags: ['Sea', 'summer'] },
  { name: 'b.mp4', tags: ['sea'] },
  { name: 'c.mp4', tags: [] },
];
const NONE: TagChanges = new Map();

test('tagsOf returns each tag once, in natural order', () => {
  expect(tagsOf(ASSETS)).toEqual(['Sea', 'summer']);
});

test('tagCoverage returns whether all, some, or no assets have a tag', () => {
  expect([ASSETS.slice(0, 2), ASSETS, ASSETS.slice(2)].map((some) => tagCoverage(some, 'SEA'))).toEqual([
    'all',
    'some',
    'none',
  ]);
});

test('the list has at most a hundred tags and all required ones', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `tag ${at}`);
  const { shown, others } = listedTags(many, ['TAG 9999', 'tag 3']);
  expect([shown.length, shown.at(-1), others]).toEqual([101, 'tag 9999', 9899]);
  expect(listedTags(['a', 'b'], [])).toEqual({ shown: ['a', 'b'], others: 0 });
});

test('a tag change affects only assets whose tags differ', () => {
  const changes = withChange(withChange(NONE, 'summer', false), 'Sea', true);
  expect(taggedAssets(ASSETS, changes)).toEqual([
    { name: 'a.mp4', tags: ['Sea'] },
    { name: 'c.mp4', tags: ['Sea'] },
  ]);
  expect(taggedAssets(ASSETS, NONE)).toEqual([]);
});
