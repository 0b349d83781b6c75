import { expect, it } from 'vitest';
import { formatSizeRange } from './size.ts';

it('a range of similar sizes has a single unit', () => {
  expect(formatSizeRange(680_000, 4_600_000)).toBe('0.7–4.6 MB');
  expect(formatSizeRange(5_000_000, 20_000_000)).toBe('5–20 MB');
  expect(formatSizeRange(800_000, 800_000)).toBe('800 kB');
});

it('a range over several magnitudes has a unit for each end', () => {
  expect(formatSizeRange(20_000, 4_600_000)).toBe('20 kB–4.6 MB');
});
