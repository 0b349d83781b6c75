import { expect, test } from 'vitest';
import { isSmallTemplate } from './inspector.ts';

const place = '<scene duration="1" name="${v}"/>';

test('a short template with short values is inspected on the main thread', () => {
  expect(isSmallTemplate(place.repeat(20), [['v', 'Blossom']])).toBe(true);
  expect(isSmallTemplate(Buffer.from(place.repeat(20)))).toBe(true);
  expect(isSmallTemplate('x'.repeat(40_000))).toBe(false);
});

test('a short template with long values is inspected in another thread', () => {
  expect(isSmallTemplate(place.repeat(20), [['v', 'x'.repeat(20_000)]])).toBe(false);
  expect(isSmallTemplate(place, [['other', 'x'.repeat(300_000)]])).toBe(false);
  expect(isSmallTemplate(`<scene name="\${v,'${'x'.repeat(15_000)}'}"/>${place.repeat(300)}`)).toBe(false);
});

test('a template with many placeholders is inspected in another thread', () => {
  const many = ['&#36;{v}', '&#x24;{v}', '\\u0024{v}'].map((spelling) => spelling.repeat(1000));
  expect(many.map((text) => isSmallTemplate(text))).toEqual([false, false, false]);
  expect(isSmallTemplate(Buffer.from('${v}'.repeat(1000), 'utf16le'))).toBe(false);
});
