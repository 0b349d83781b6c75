import { expect, test } from 'vitest';
import { conditionResult } from './nested-scenes.ts';

test('the result of a condition includes the values that determine it', () => {
  const given = { values: new Map([['points', '40']]), defaults: new Map([['plan', 'gold']]) };
  expect(conditionResult('${points} >= 100 or ${plan} = silver', given)).toEqual({
    holds: false,
    because: [
      { variable: 'points', value: '40' },
      { variable: 'plan', value: 'gold' },
    ],
  });
  expect(conditionResult('not ${logo}', given)).toEqual({ holds: true, because: [{ variable: 'logo', value: '' }] });
  expect(conditionResult('${points} >=', given)).toBeNull();
});
