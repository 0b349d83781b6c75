import { expect, test } from 'vitest';
import { CAPTION_LOOKS } from '../template/tables/captions-attributes.ts';
import { lookValues, replacedByLook } from './looks.ts';

const base = { size: 40, accent: '#ffe14d' };

test.each(CAPTION_LOOKS)('a chosen look replaces the attributes of the previous look: %s', (look) => {
  const replaced = replacedByLook(look, base);
  expect(replaced).toEqual(expect.arrayContaining(['background', 'padding', 'radius', 'outline']));
  expect(replaced).toEqual(expect.arrayContaining(Object.keys(lookValues(look, base).captions)));
  expect(replaced).not.toContain('size');
});
