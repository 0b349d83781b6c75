import { expect, test } from 'vitest';
import { listTarget } from './list-keys.ts';

test('a list uses the arrow keys of its axis', () => {
  const across = { count: 10, page: 4, axis: 'horizontal' } as const;
  expect(listTarget('ArrowRight', 3, across)).toBe(4);
  expect(listTarget('ArrowRight', 9, across)).toBe(9);
  expect(listTarget('PageDown', 3, across)).toBe(7);
  expect(listTarget('PageUp', 3, across)).toBe(0);
  expect(listTarget('End', 3, across)).toBe(9);
  expect(listTarget('ArrowDown', 3, across)).toBeNull();
  expect(listTarget('ArrowDown', 3, { ...across, axis: 'vertical' })).toBe(4);
  expect(listTarget('Home', 0, { ...across, count: 0 })).toBeNull();
});
