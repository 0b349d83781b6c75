import { expect, test } from 'vitest';
import { partToOpen } from './use-asset-part.ts';

test('the Assets tab opens with media if the project has none', () => {
  expect(partToOpen('brand', true)).toBe('media');
  expect(partToOpen('brand', false)).toBe('brand');
  expect(partToOpen('fonts', false)).toBe('fonts');
});

test('the Assets tab opens with media after the trash', () => {
  expect(partToOpen('trash', false)).toBe('media');
  expect(partToOpen(null, false)).toBe('media');
});
