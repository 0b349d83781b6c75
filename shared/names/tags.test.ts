import { expect, test } from 'vitest';
import { distinctTags, hasTag, isTag, typedTags } from './tags.ts';

test('a tag has 1 to 40 characters without commas and control characters', () => {
  expect(['summer', 'B-Roll', 'Été 2026', '夏', 'a'.repeat(40)].map(isTag)).toEqual([true, true, true, true, true]);
  const wrong = ['', ' summer', 'summer ', 'a,b', 'a\nb', 'a  b', '\u202egpj', 'e\u0301te', 'a'.repeat(41), '\ud800'];
  expect(wrong.filter(isTag)).toEqual([]);
});

test('typed tags are refused if one is invalid', () => {
  expect(typedTags(' Summer ,  two   words,, ')).toEqual(['Summer', 'two words']);
  expect(typedTags(`fine, ${'a'.repeat(41)}`)).toBeNull();
});

test('tags that differ only in case are equal', () => {
  expect(distinctTags(['Summer', 'sea', 'SUMMER', 'Sea'])).toEqual(['Summer', 'sea']);
  expect(hasTag(['Straße'], 'STRASSE')).toBe(true);
});
