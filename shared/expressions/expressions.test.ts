import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { amount } from '#shared/testing/scale.ts';
import { evaluate, evaluateText } from './evaluate.ts';
import { tokenText, validExpression } from './expression.arbitrary.ts';
import { functionGroups, functionNamed, functionNames, signatureOf } from './functions.ts';
import { jsonFaultAt } from './list-text.ts';
import { parseExpression } from './parse.ts';
import { createStepBudget } from './steps.ts';
import { variablesIn } from './variables-in.ts';

const numRuns = amount('randomExpressions');

const texts: ReadonlyMap<string, string> = new Map([
  ['a', '3'],
  ['b', 'gold'],
  ['tags', 'red, green'],
  ['list', '[1, {"name": "Ada", "tags": ["x"]}]'],
  ['customer.name', 'Ada'],
]);

function evaluated(source: string, values = texts) {
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed;
  const steps = createStepBudget();
  const variable = (name: string) => {
    const text = values.get(name);
    return text === undefined ? undefined : steps.valueOf(text);
  };
  return evaluate(parsed.value, { scope: null, variable, missing: 'fault', language: 'en', steps });
}

function textOf(source: string, values: Readonly<Record<string, string>> = {}): string {
  const parsed = parseExpression(source);
  const steps = createStepBudget();
  const given = new Map(Object.entries(values));
  const variable = (name: string) => given.get(name);
  const context = { scope: null, variable, missing: 'fault', language: 'en', steps } as const;
  const read = parsed.ok ? evaluateText(parsed.value, context) : parsed;
  return read.ok
    ? read.value
    : `${read.error.code} ${'reason' in read.error ? read.error.reason : ''} ${read.error.at}`;
}

describe('an expression', () => {
  test('has a value or one fault for random tokens', () => {
    fc.assert(
      fc.property(tokenText, (source) => {
        const read = evaluated(source);
        if (read.ok) return;
        expect(read.error.at).toBeGreaterThanOrEqual(0);
        expect(read.error.end).toBeLessThanOrEqual(source.length);
      }),
      { numRuns },
    );
  });

  test('has a value or one fault for random trees', () => {
    fc.assert(
      fc.property(validExpression, (source) => {
        const parsed = parseExpression(source);
        if (!parsed.ok) expect(parsed.error).toMatchObject({ reason: expect.stringMatching(/depth|length/) });
        else expect(variablesIn(parsed.value).map(({ name }) => name)).not.toContain('');
        evaluated(source);
      }),
      { numRuns },
    );
  });

  test.each([
    ['__proto__', 'variable/missing  0'],
    ['constructor(1)', 'expression/function  0'],
    ['toString', 'variable/missing  0'],
    ["list['__proto__']", 'variable/missing  0'],
    [`${'a'.repeat(4001)}`, 'expression/syntax length 4000'],
    [`${'['.repeat(50)}1${']'.repeat(50)}`, 'expression/syntax depth 33'],
    [`1${' + 1'.repeat(900)}`, '901'],
    [`${'false ? 1 : '.repeat(300)}2`, '2'],
    ["join(map(range(1, 10000), 'abcdefghij'), 'abcdefghij') ~ ''", undefined],
    ["replace(pad('', 1000), '0', pad('', 1000))", undefined],
    ['first([])', 'expression/value item 6'],
    ["default(first([]), 'none')", 'none'],
    ['power(0, -1)', 'expression/value zero 6'],
    ["split('a', '')", 'expression/value argument 11'],
    ["default(nobody ~ 'x', 'none')", 'none'],
    ['default(nobody, nobody)', 'variable/missing  16'],
    ["mix('#000', '#fff', 2)", 'expression/value argument 20'],
    ['1. + 2', 'expression/syntax number 0'],
    ['item', 'variable/missing  0'],
    ["join(map([1, 2], join(map(['a', 'b'], item), '')), ' ')", 'ab ab'],
    ["map([1], item)[1] ~ ''", '1'],
    ["length('a😀b') ~ left('a😀b', 2) ~ right('a😀', 1) ~ slice('😀ab😀', -3, -2)", '3a😀😀ab'],
    ["left('😀', 9) ~ right('😀a', 9) ~ slice('😀a', 3) ~ pad('😀', 3)", '😀😀a00😀'],
    ["truncate('😀😀😀', 2) ~ truncate('😀😀', 2) ~ length(left('a', 0))", '😀…😀😀0'],
    ["'0.30000000000000004' + 1", '1.3'],
    ["'-0.30000000000000004' < '-0.2'", 'true'],
    ["join(sort(['0.30000000000000004', '10', '9']), ' ')", '0.30000000000000004 9 10'],
    ["'1234567890123456' + 0", '1234567890123456'],
    ["'1000000000000000000' > '9'", 'true'],
    ["abs('1000000000000000000')", 'expression/value large 4'],
    [`'${'1'.repeat(401)}' + 0`, 'expression/value number 0'],
  ])('%s gives %s', (source, expected) => {
    const text = textOf(source);
    if (expected === undefined) expect(text.length).toBeGreaterThan(0);
    else expect(text).toBe(expected);
  });

  test('counts the steps of all evaluations of a template', () => {
    const parsed = parseExpression('sum(range(1, 9000))');
    if (!parsed.ok) throw new Error('it cannot be parsed');
    const steps = createStepBudget();
    const context = { scope: null, variable: () => undefined, missing: 'fault', language: 'en', steps } as const;
    const results = Array.from({ length: 400 }, () => evaluate(parsed.value, context));
    expect(results[0]?.ok).toBe(true);
    expect(results.at(-1)).toMatchObject({ ok: false, error: { code: 'expression/too-slow' } });
  });
});

test('the variables of an expression have types and required values', () => {
  const parsed = parseExpression(
    'price * count(tags, item.x = kind) + round(sum) ~ default(name, nick) ~ (given(promo) ? a.b : `c-d`) ~ max(p, item)',
  );
  if (!parsed.ok) throw new Error('it cannot be parsed');
  expect(variablesIn(parsed.value).map(({ name, type, needsValue }) => `${name} ${type} ${needsValue}`)).toEqual([
    'price number true',
    'tags text true',
    'kind text true',
    'sum number true',
    'name text false',
    'nick text true',
    'promo text false',
    'a.b text true',
    'c-d text true',
    'p text true',
  ]);
});

test('finds the first invalid character of a JSON text', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', 'x', '"', ':'), (json, seed, mark) => {
      expect(jsonFaultAt(json)).toBe(json.length);
      const at = seed % (json.length + 1);
      const text = json.slice(0, at) + mark;
      const isJson = (part: string) => {
        try {
          JSON.parse(part);
          return true;
        } catch {
          return false;
        }
      };
      expect(jsonFaultAt(text)).toBeLessThanOrEqual(text.length);
      if (!isJson(text) && jsonFaultAt(text) === text.length) expect(mark).not.toBe('x');
    }),
    { numRuns },
  );
  expect(jsonFaultAt('[1, 2,]')).toBe(6);
  expect(jsonFaultAt('[{"a": 1 "b"}]')).toBe(9);
});

describe('the table of functions', () => {
  test.each(functionNames)('has a valid example of %s', (name) => {
    const values = {
      ...{ stock: '3', plan: 'silver', name: 'Ada', promo: 'x' },
      products:
        '[{"name":"Tea","price":"4.9","quantity":2},{"name":"Cake","price":"3.5","quantity":1},{"name":"Jam","price":6,"quantity":0}]',
    };
    const [example, result] = functionNamed(name)?.example ?? ['', ''];
    const parsed = parseExpression(example);
    if (!parsed.ok) throw new Error(`the example of ${name} cannot be parsed`);
    const steps = createStepBudget();
    const variable = (each: string) =>
      Object.hasOwn(values, each) ? steps.valueOf(values[each as keyof typeof values]) : undefined;
    const read = evaluateText(parsed.value, { scope: null, variable, missing: 'fault', language: 'en', steps });
    expect(read).toEqual({ ok: true, value: result });
  });

  test('prints signatures', () => {
    const { choices, numbers, colors } = functionGroups;
    expect(signatureOf('round', numbers.round)).toBe('round(x, [digits])');
    expect(signatureOf('if', choices.if)).toBe('if(condition, value, [condition, value, …], otherwise)');
    expect(signatureOf('readable', colors.readable)).toBe('readable(color, [dark, light])');
  });
});
