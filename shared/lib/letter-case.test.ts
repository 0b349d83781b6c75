import { expect, test } from 'vitest';
import { lowerCase, titleCase, upperCase } from './letter-case.ts';

test.each([
  ['istanbul ığdır', 'İSTANBUL IĞDIR'],
  ['şişe', 'ŞİŞE'],
])('converts %s to Turkish upper case: %s', (text, expected) => {
  expect(upperCase(text, true)).toBe(expected);
});

test.each([
  ['DIŞ İYİ', 'dış iyi'],
  ['I\u0307', 'i'],
])('converts %s to Turkish lower case: %s', (text, expected) => {
  expect(lowerCase(text, true)).toBe(expected);
});

test('Turkish titles capitalize i with its dot', () => {
  expect(titleCase('izmir ılıca', true)).toBe('İzmir Ilıca');
});

test('other languages do not use the Turkish rules', () => {
  expect([upperCase('straße i'), lowerCase('I'), titleCase('izmir')]).toEqual(['STRASSE I', 'i', 'Izmir']);
});
