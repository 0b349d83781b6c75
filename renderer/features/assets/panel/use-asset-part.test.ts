import { expect, test } from 'vitest';
import { partToOpen } from './use-asset-part.ts';

test('the Assets tab of an empty project opens with media', () => {
  expect(partToOpen('brand', true)).toBe('media');
  expect(partToOpen('brand', false)).toBe('brand');
  expect(partToOpen('fonts', false)).toBe('fonts');
});

test('the Assets tab opens with media after the trash', () => {
  expect(partToOpen('trash', false)).toBe('media');
  expect(partToOpen(null, false)).toBe('media');
});
