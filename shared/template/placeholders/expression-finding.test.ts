import { expect, test } from 'vitest';
import { evaluateText } from '#shared/expressions/evaluate.ts';
import { createStepBudget } from '#shared/expressions/steps.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { german } from '#shared/messages/german.ts';
import { createSay } from '#shared/messages/translation.ts';
import { expressionMessage } from './expression-finding.ts';
import { expressionIn } from './placeholder.ts';

function messageFor(source: string, values: Readonly<Record<string, string>> = {}) {
  const parsed = expressionIn({ source });
  const steps = createStepBudget();
  const variable = (name: string) => {
    const text = values[name];
    return text === undefined ? undefined : steps.valueOf(text);
  };
  const read = parsed.ok
    ? evaluateText(parsed.value, { scope: null, variable, missing: 'fault', language: 'en', steps })
    : parsed;
  if (read.ok) throw new Error(`${source} is ${read.value}`);
  return expressionMessage({ piece: { kind: 'expression', before: '', source, at: 0 }, fault: read.error });
}

const LONG = '[1, {"a": [2, 3]}, ';

test.each<readonly [source: string, values: Readonly<Record<string, string>>, reason: string]>([
  ["plural(2, 'one', 'x')", {}, 'the texts for `2` need one for the category `other`'],
  [
    "plural(2, 'tow', 'x', 'other', 'y')",
    {},
    "`'tow'` isn’t valid here; write `zero`, `one`, `two`, `few`, `many`, `other`, or a number such as `=0`",
  ],
  [
    "dateadd('2026-11-28', n, 'year')",
    { n: '9999999999999' },
    '`n` (“9999999999999”) isn’t valid here; write a whole number from -1000000000000 to 1000000000000',
  ],
  ["dateadd('9999-12-31', 1, 'day')", {}, "the result for `'9999-12-31'` is outside of the years 1 to 9999"],
  [
    "date(d, 'long')",
    { d: '28.11.2026' },
    '`d` (“28.11.2026”) isn’t a date such as 2026-11-28 from the year 1 to 9999',
  ],
  ['sum(a)', { a: '1,2,x' }, 'item 3 of `a` (“x”) isn’t a number'],
  [
    'sum(a, item.x)',
    { a: '[{"x":1},{"x":"1,5"}]' },
    'item 2 of `item.x` (“1,5”) isn’t a number; write a point before decimals',
  ],
  ['max(a)', { a: '1,x' }, 'item 2 of `a` (“x”) isn’t a number'],
  ['count(a)', { a: '[1,2,' }, '`a` (“[1,2,”) can’t be read as a list: its JSON is wrong at character 6'],
  [
    'count(a)',
    { a: `${LONG}x]` },
    `\`a\` (“${LONG}x]”) can’t be read as a list: its JSON is wrong at character ${LONG.length + 1}`,
  ],
  ['count(a)', { a: '[[[[1]]]]' }, '`a` (“[[[[1]]]]”) can’t be read as a list: it’s too long or too deep'],
  ['first([])', {}, 'the list `[]` is empty'],
  ['a[4]', { a: '[1]' }, 'there is no item at `4`; the list has 1 item'],
  ['a[1].prise', { a: '[{"price":1,"name":""}]' }, 'there is no field `prise`; the fields are `price`, `name`'],
  ['a[1]', { a: '[{"price":1}]' }, '`a[1]` is a record; use one of its fields: `price`'],
  ["join(a, '')", { a: '[{"price":1}]' }, 'item 1 of `a` is a record; use one of its fields: `price`'],
  ["money(1, 'euro')", {}, "`'euro'` isn’t valid here; write three capital letters such as `EUR`"],
  ['x + 1', { x: '' }, '`x` (an empty text) isn’t a number'],
  ["mix('#000', c, 1)", { c: 'red' }, '`c` (“red”) isn’t valid here; write a color such as `#f80` or `#ff8000`'],
])('the message states why the expression has no value: %s', (source, values, reason) => {
  const said = inEnglish(messageFor(source, values));
  expect(said).toBe(`The expression \`${source}\` has no value: ${reason}.`);
});

test('the message reports an empty expression in English and German', () => {
  expect(inEnglish(messageFor(''))).toContain('it’s empty; write one');
  expect(createSay(german)(messageFor(' '))).toContain('er ist leer');
});
