import { expect, it } from 'vitest';
import { formatSizeRange } from './size.ts';

it('a range of sizes names the unit once', () => {
  expect(formatSizeRange(680_000, 4_600_000)).toBe('0.7–4.6 MB');
  expect(formatSizeRange(5_000_000, 20_000_000)).toBe('5–20 MB');
  expect(formatSizeRange(800_000, 800_000)).toBe('800 kB');
});

it('a range with a far smaller lower end has two units', () => {
  expect(formatSizeRange(20_000, 4_600_000)).toBe('20 kB–4.6 MB');
});
