import { expect, test } from 'vitest';
import { lookValueText, sampleSize } from './caption-looks.tsx';

const words = { on: 'On', off: 'Off' };

test('the values of a look have units', () => {
  expect(lookValueText('padding', '1.6 8', words)).toBe('Padding: 1.6 px 8 px');
  expect(lookValueText('outline', '0, #000000', words)).toBe('Outline: Off');
  expect(lookValueText('outline', '4.5, #ffe14d', words)).toBe('Outline: 4.5 px, #ffe14d');
  expect(lookValueText('opacity', '0.35', words)).toBe('Opacity: 35 %');
  expect(lookValueText('scale', '1.18', words)).toBe('Scale: 118 %');
  expect(lookValueText('ease', '0.12s', words)).toBe('Ease: 0.12 s');
  expect(lookValueText('sweep', 'true', words)).toBe('Sweep: On');
});

test('long words get a smaller sample', () => {
  expect(sampleSize(['to', 'be', 'or'])).toBe(12);
  expect(sampleSize(['Guten', 'Abend', 'zusammen'])).toBe(10);
  expect(sampleSize(['Donaudampfschifffahrt', 'und', 'mehr'])).toBe(7);
});
