import { expect, test } from 'vitest';
import { constantDefault, fallbackFor, formatChips, parseChips } from './condition-chips.ts';

test.each([
  ['${logo}', 'and', [['logo', 'has', '']]],
  ['not ${logo}', 'and', [['logo', 'not', '']]],
  [
    '${points} >= 100 and ${member}',
    'and',
    [
      ['points', '>=', '100'],
      ['member', 'has', ''],
    ],
  ],
  [
    "${plan} = 'gold card' or ${plan} in 'a, b'",
    'or',
    [
      ['plan', '=', 'gold card'],
      ['plan', 'in', 'a, b'],
    ],
  ],
] as const)('a condition survives conversion to chips and back: %s', (written, operator, tests) => {
  const chips = parseChips(written);
  expect(chips).toEqual({
    operator,
    tests: tests.map(([variable, comparison, value]) => ({ variable, comparison, value, fallback: null })),
  });
  expect(chips && formatChips(chips)).toBe(written);
});

test.each(['(${a} or ${b}) and ${c}', '${a} = ${b}', 'pre${a} = x', 'not (${a} = 1)', '${a} =', '${a'])(
  'a condition that is too complex has no chips: %s',
  (written) => {
    expect(parseChips(written)).toBeNull();
  },
);

test('a chip refuses a value with both kinds of quotes', () => {
  const written = (value: string) =>
    formatChips({ operator: 'and', tests: [{ variable: 'a', comparison: '=', value, fallback: null }] });
  expect(written('gold')).toBe('${a} = gold');
  expect(written('and')).toBe("${a} = 'and'");
  expect(written('')).toBe("${a} = ''");
  expect(written("it's")).toBe('${a} = "it\'s"');
  expect(written(`it's "so"`)).toBeNull();
  expect(written('${b}')).toBeNull();
});

test('a chip keeps the default of its variable', () => {
  const chips = parseChips("${discount, 20%} and not ${photo, ''}");
  expect(chips?.tests).toEqual([
    { variable: 'discount', comparison: 'has', value: '', fallback: '20%' },
    { variable: 'photo', comparison: 'not', value: '', fallback: '' },
  ]);
  expect(chips && formatChips(chips)).toBe("${discount, 20%} and not ${photo, ''}");
  expect(chips?.tests.map((chip) => constantDefault(chip, 'cake.png'))).toEqual(['20%', null]);
});

test('a presence chip makes the default of its variable empty', () => {
  expect(fallbackFor('has', '20%')).toBe('');
  expect(fallbackFor('not', '20%')).toBe('');
  expect(fallbackFor('has', null)).toBeNull();
  expect(fallbackFor('=', '20%')).toBeNull();
});
