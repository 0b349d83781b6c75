import { expect, test } from 'vitest';
import { chipsOf, writtenChips } from './condition-chips.ts';

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
] as const)('%s is a row of chips, and is written again as it was', (written, joined, tests) => {
  const chips = chipsOf(written);
  expect(chips).toEqual({
    joined,
    tests: tests.map(([variable, comparison, value]) => ({ variable, comparison, value })),
  });
  expect(chips && writtenChips(chips)).toBe(written);
});

test.each(['(${a} or ${b}) and ${c}', '${a} = ${b}', '${a, 1} = 2', 'pre${a} = x', 'not (${a} = 1)', '${a} =', '${a'])(
  '%s is more than chips, or nothing that can be read',
  (written) => {
    expect(chipsOf(written)).toBeNull();
  },
);

test('a value is quoted where it would not be one word, and one that no quotes hold cannot be written', () => {
  const written = (value: string) =>
    writtenChips({ joined: 'and', tests: [{ variable: 'a', comparison: '=', value }] });
  expect(written('gold')).toBe('${a} = gold');
  expect(written('and')).toBe("${a} = 'and'");
  expect(written('')).toBe("${a} = ''");
  expect(written("it's")).toBe('${a} = "it\'s"');
  expect(written(`it's "so"`)).toBeNull();
  expect(written('${b}')).toBeNull();
});
