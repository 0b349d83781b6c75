import { expect, test } from 'vitest';
import { prefersXml } from './preferred-type.ts';

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/xml', true],
  ['text/xml;charset=utf-8', true],
  ['APPLICATION/XML', true],
  ['application/json, application/xml', false],
  ['application/json;q=0.5, application/xml', true],
  ['application/xml;q=0.5, application/json', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['application/xml;q=0', false],
  ['application/xml;q=nonsense', false],
])('the Accept header %s prefers XML: %s', (accept, preferred) => {
  expect(prefersXml(accept)).toBe(preferred);
});
