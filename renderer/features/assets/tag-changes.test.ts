import { expect, test } from 'vitest';
import { shareOf, shownTags, type TagChanges, taggedAssets, tagsOf, withChange } from './tag-changes.ts';

const ASSETS = [
  { name: 'a.mp4', tags: ['Sea', 'summer'] },
  { name: 'b.mp4', tags: ['sea'] },
  { name: 'c.mp4', tags: [] },
];
const NONE: TagChanges = new Map();

test('the tags of a project are each tag once, in the order of people', () => {
  expect(tagsOf(ASSETS)).toEqual(['Sea', 'summer']);
});

test('a tag is of all, of some or of none of the assets, whatever its case', () => {
  expect([ASSETS.slice(0, 2), ASSETS, ASSETS.slice(2)].map((some) => shareOf(some, 'SEA'))).toEqual([
    'all',
    'some',
    'none',
  ]);
});

test('of ten thousand tags a hundred are shown, and those that have to be', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `tag ${at}`);
  const { shown, others } = shownTags(many, ['TAG 9999', 'tag 3']);
  expect([shown.length, shown.at(-1), others]).toEqual([101, 'tag 9999', 9899]);
  expect(shownTags(['a', 'b'], [])).toEqual({ shown: ['a', 'b'], others: 0 });
});

test('only assets whose tags change are written, and tags that were not touched stay', () => {
  const changes = withChange(withChange(NONE, 'summer', false), 'Sea', true);
  expect(taggedAssets(ASSETS, changes)).toEqual([
    { name: 'a.mp4', tags: ['Sea'] },
    { name: 'c.mp4', tags: ['Sea'] },
  ]);
  expect(taggedAssets(ASSETS, NONE)).toEqual([]);
});
