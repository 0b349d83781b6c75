import { expect, test } from 'vitest';
import { hasChangedLayout } from './text-rules.ts';

const shrunk = { isBroken: true, isFitted: true, isDirectionAuto: true };

test.each([
  'Superlongword',
  'Sale!',
  'don’t',
  '1,000.50',
  'مرحبا',
  '🎉',
  'two words',
  'Wi-Fi for all',
  '这是 一个',
  'one\ntwo',
  'line\u2028line',
])('recognizes a text with an unchanged layout: %j', (content) => {
  expect(hasChangedLayout({ content, ...shrunk })).toBe(false);
});

test.each([
  '这是一个',
  'ภาษาไทย',
  'Wi-Fi',
  'a/b',
  'one\nWi-Fi',
  'one\u200btwo',
  'Donau\u00addampf',
  'don\u0092t',
  'a\u0085b',
  'a\ud800',
  '\u2067abc\u2069',
  '🎉🎉',
])('recognizes a text with a changed layout: %j', (content) => {
  expect(hasChangedLayout({ content, ...shrunk })).toBe(true);
});

test('a text keeps its layout if wrapping or autosize is off', () => {
  expect(hasChangedLayout({ ...shrunk, content: '这是一个', isFitted: false })).toBe(false);
  expect(hasChangedLayout({ ...shrunk, content: 'Donau\u00addampf', isBroken: false })).toBe(false);
});
