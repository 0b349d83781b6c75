import { expect, test } from 'vitest';
import { distinctTags, hasTag, isTag, typedTags } from './tags.ts';

test('a tag has one to forty characters, and no comma, no control character and no white space at its ends', () => {
  expect(['summer', 'B-Roll', 'Été 2026', '夏', 'a'.repeat(40)].map(isTag)).toEqual([true, true, true, true, true]);
  const wrong = ['', ' summer', 'summer ', 'a,b', 'a\nb', 'a  b', '\u202egpj', 'e\u0301te', 'a'.repeat(41), '\ud800'];
  expect(wrong.filter(isTag)).toEqual([]);
});

test('what is typed is parted by commas, and refused whole where a part can be no tag', () => {
  expect(typedTags(' Summer ,  two   words,, ')).toEqual(['Summer', 'two words']);
  expect(typedTags(`fine, ${'a'.repeat(41)}`)).toBeNull();
});

test('a tag in other letters is the same tag, and the first spelling stays', () => {
  expect(distinctTags(['Summer', 'sea', 'SUMMER', 'Sea'])).toEqual(['Summer', 'sea']);
  expect(hasTag(['Straße'], 'STRASSE')).toBe(true);
});
