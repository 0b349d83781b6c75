import { expect, test } from 'vitest';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { offeredRates, readRate } from './frame-rate-control.tsx';

const commonRates = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];
const offered = (now: string | null) => offeredRates(readRate(now)).map(formatFrameRate);

test('the list offers the common frame rates', () => {
  expect(offered(null)).toEqual(commonRates);
  expect(offered('25')).toEqual(commonRates);
});

test('an equivalent notation is recognized as the common rate', () => {
  expect(offered('50/2')).toEqual(commonRates);
});

test('the list offers the uncommon rate of the movie', () => {
  expect(offered('25/2')).toEqual([...commonRates, '25/2']);
});

test('an invalid frame rate parses to null', () => {
  expect([readRate(null), readRate('fast'), readRate('0')]).toEqual([null, null, null]);
});
