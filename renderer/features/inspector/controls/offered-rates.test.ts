import { expect, test } from 'vitest';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { offeredRates, readRate } from './offered-rates.ts';

const usual = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];
const offered = (now: string | null) => offeredRates(readRate(now)).map(formatFrameRate);

test('the usual frame rates are there to choose from', () => {
  expect(offered(null)).toEqual(usual);
  expect(offered('25')).toEqual(usual);
});

test('a rate that is written in another way is the usual one', () => {
  expect(offered('50/2')).toEqual(usual);
});

test('an unusual rate that the film has is offered too', () => {
  expect(offered('25/2')).toEqual([...usual, '25/2']);
});

test('what is no frame rate is none', () => {
  expect([readRate(null), readRate('fast'), readRate('0')]).toEqual([null, null, null]);
});
