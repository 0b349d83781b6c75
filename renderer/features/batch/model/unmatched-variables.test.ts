import { expect, it } from 'vitest';
import { unmatchedVariables } from './unmatched-variables.ts';

it('variables without a column are those whose default every film shows', () => {
  const variable = (name: string, fallback: string | null) => ({ name, default: fallback });
  const template = {
    variables: [
      variable('store', 'your store'),
      variable('city', 'Rome'),
      variable('needed', null),
      variable('brand_accent', '#fff'),
      variable('logo', 'a.png'),
    ],
  };
  expect(unmatchedVariables({ template, uses: [null, 'city'], brand: { logo: 'b.png' } })).toEqual([
    { name: 'store', default: 'your store' },
  ]);
  expect(unmatchedVariables({ template: null, uses: [], brand: {} })).toEqual([]);
});
