import { expect, test } from 'vitest';
import { languageSample } from './language-control.tsx';

test.each([
  ['en', ['1,234.5', '€4.90', 'November 28, 2026']],
  ['de', ['1.234,5', '4,90\u00a0€', '28. November 2026']],
  ['xx', ['1,234.5', '€4.90', 'November 28, 2026']],
])('the sample of %s has its number, price, and date', (tag, sample) => {
  expect(languageSample(tag)).toEqual(sample);
});
