import { describe, expect, test } from 'vitest';
import { parseValue } from '../placeholders/placeholder.ts';
import { createValueBudget } from '../placeholders/substitute.ts';
import { parseCondition } from './condition.ts';
import { comparisonsIn, conditionHolds, mergeComparisons } from './condition-of.ts';

const read = (written: string) => parseCondition(parseValue(written));

function holds(written: string, values: Readonly<Record<string, string>> = {}): boolean | string {
  const condition = read(written);
  if (!condition.ok) return condition.error.reason;
  const context = { values: new Map(Object.entries(values)), defaults: new Map(), budget: createValueBudget() };
  return conditionHolds(condition.value, context);
}

describe('a condition', () => {
  test.each([
    ["${a} = 'gold'", { a: 'gold' }, true],
    ["${a} = 'gold'", { a: 'Gold' }, false],
    ['${a} = "it\'s"', { a: "it's" }, true],
    ['${a} = 1.0', { a: '1' }, true],
    ['${a} = 1.0', { a: '1a' }, false],
    ['${a} < 10', { a: '9' }, true],
    ['${a} < 10', { a: '9x' }, false],
    ['${a} >= -2.5', { a: '-2.5' }, true],
    ['${a} != b', { a: 'b' }, false],
    ['${a} in gold,silver', { a: 'silver' }, true],
    ["${a} in 'gold, silver'", { a: 'silver' }, true],
    ["${a} in 'gold, silver'", { a: 'bronze' }, false],
    ['${a}', { a: ' No ' }, false],
    ['${a}', { a: 'OFF' }, false],
    ['${a}', { a: '0' }, false],
    ['${a}', { a: '' }, false],
    ['${a}', { a: '0.0' }, true],
    ['not ${a}', { a: 'false' }, true],
    ['yes or no and no', {}, true],
    ['(yes or no) and no', {}, false],
    ['not no and not (no or no)', {}, true],
    ['pre${a}post = prexpost', { a: 'x' }, true],
    ["'pre ${a} post' = ${b}", { a: 'x', b: 'pre x post' }, true],
    ['${a}=x', { a: 'x' }, true],
    ['android = android', {}, true],
    // U+FF5E precedes U+1F600 in code points, but not in UTF-16, where the first surrogate of U+1F600 is smaller.
    ['${a} < ${b}', { a: '～', b: '😀' }, true],
  ])('%s with %o evaluates to %s', (written, values, expected) => {
    expect(holds(written, values as Record<string, string>)).toBe(expected);
  });

  test('values cannot change the structure of a condition', () => {
    expect(holds('${a} = b', { a: 'b or yes' })).toBe(false);
    expect(holds("'${a}' = b", { a: "' or '1" })).toBe(false);
    expect(holds('${a}', { a: 'no or yes' })).toBe(true);
    expect(holds('${a} = ${b}', { a: '(', b: '(' })).toBe(true);
  });
});

test.each([
  ['', 'operand', null],
  ['${a} =', 'operand', null],
  ['= ${a}', 'operand', '='],
  ['${a} ${b}', 'end', '${b}'],
  ['a b', 'end', 'b'],
  ['(${a}', 'parenthesis', null],
  ['${a})', 'end', ')'],
  ["${a} = 'x", 'quote', null],
  ['a ! b', 'operand', '!'],
  ['not not a', 'operand', 'not'],
  ['a = b = c', 'end', '='],
  ['a and', 'operand', null],
  [`${'('.repeat(40)}a${')'.repeat(40)}`, 'too-deep', null],
])('the condition %s is refused: %s', (written, reason, at) => {
  expect(read(written)).toEqual({ ok: false, error: { reason, at } });
});

test('a condition with 50,000 operands is parsed and evaluated', () => {
  expect(holds(Array.from({ length: 50_000 }, () => '${a}').join(' or '), { a: '1' })).toBe(true);
});

test('the comparisons of a variable determine its type and choices', () => {
  const messageOf = (written: string) => {
    const condition = read(written);
    if (!condition.ok) throw new Error('it cannot be read');
    return Object.fromEntries(
      [...Map.groupBy(comparisonsIn(condition.value), ([name]) => name)].map(([name, all]) => [
        name,
        mergeComparisons(all.map(([, one]) => one)),
      ]),
    );
  };
  expect(messageOf('${a}')).toEqual({ a: { type: 'boolean', choices: [] } });
  expect(messageOf('not ${a} and ${a} > 3')).toEqual({ a: { type: 'number', choices: [] } });
  expect(messageOf("${a} in 'x, y' or z = ${a}")).toEqual({ a: { type: 'text', choices: ['x', 'y', 'z'] } });
  expect(messageOf('${a} = ${b}')).toEqual({ a: { type: 'text', choices: [] }, b: { type: 'text', choices: [] } });
  expect(messageOf('pre${a} = x')).toEqual({ a: { type: 'text', choices: [] } });
});
