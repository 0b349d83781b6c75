import { expect, test } from 'vitest';
import { openingPart } from './use-asset-part.ts';

test('the Assets tab of an empty project opens with media', () => {
  expect(openingPart('brand', true)).toBe('media');
  expect(openingPart('brand', false)).toBe('brand');
  expect(openingPart('fonts', false)).toBe('fonts');
});

test('the Assets tab does not reopen the trash', () => {
  expect(openingPart('trash', false)).toBe('media');
  expect(openingPart(null, false)).toBe('media');
});
