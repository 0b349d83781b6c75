import { expect, test } from 'vitest';
import { image } from '../testing/some-drawings.ts';
import { fitImage } from './resample.ts';

const source = { width: 400, height: 200 };
const whole = { left: 0, top: 0, ...source };
const px = (amount: number) => ({ amount, unit: 'px' }) as const;
const part = (amount: number) => ({ amount, unit: '%' }) as const;

test.each([
  ['unchanged', {}, { seen: whole, box: source }],
  ['contained', { width: 100, height: 100, fit: 'contain' }, { seen: whole, box: { width: 100, height: 50 } }],
  ['contained in one side', { height: 50, fit: 'contain' }, { seen: whole, box: { width: 100, height: 50 } }],
  ['stretched', { width: 100, height: 100, fit: 'stretch' }, { seen: whole, box: { width: 100, height: 100 } }],
  [
    'covering, from the middle',
    { width: 100, height: 100, fit: 'cover' },
    { seen: { left: 100, top: 0, width: 200, height: 200 }, box: { width: 100, height: 100 } },
  ],
  [
    'covering, from the right',
    { width: 100, height: 100, fit: 'cover', focus: { across: 1, down: 0 } },
    { seen: { left: 200, top: 0, width: 200, height: 200 }, box: { width: 100, height: 100 } },
  ],
  [
    'cropped',
    { crop: { top: px(10), right: part(25), bottom: part(0), left: px(20) } },
    { seen: { left: 20, top: 10, width: 280, height: 190 }, box: { width: 280, height: 190 } },
  ],
  [
    'cropped to nothing, which leaves one pixel',
    { crop: { top: part(100), right: px(0), bottom: px(0), left: px(0) } },
    { seen: { left: 0, top: 199, width: 400, height: 1 }, box: { width: 400, height: 1 } },
  ],
] as const)('an image is fitted into its box: %s', (_, change, expected) => {
  expect(fitImage(source, image('any', change))).toMatchObject(expected);
});

test('a small source is enlarged to the box without more pixels', () => {
  const pixels = (scale: number, width: number) =>
    fitImage(source, image('any', { scale, width, fit: 'contain' })).pixels.width;
  expect([pixels(0.5, 100), pixels(1, 100), pixels(3, 100), pixels(8, 100)]).toEqual([50, 100, 300, 400]);
  expect([pixels(1, 800), pixels(4, 800)]).toEqual([800, 800]);
});
