import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCondition } from '#shared/template/conditions/condition.ts';
import { conditionHolds } from '#shared/template/conditions/condition-of.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { createValueBudget, substitute } from '#shared/template/placeholders/substitute.ts';
import { evaluate, evaluateText } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import { createStepBudget } from './steps.ts';
import { isList, textOfValue } from './values.ts';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly expression: string;
  readonly value: string;
  readonly condition: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly language?: string;
  readonly expect: Readonly<Record<string, unknown>> | boolean;
}

const file = path.join(import.meta.dirname, 'vectors-3.json');
const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(readFileSync(file, 'utf8'));

function textsOf({ variables = {} }: Pick<Vector, 'variables'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Returns the text, the texts of the items, or the problem of an expression, in the form of the vectors. */
function resultOf(vector: Vector): object {
  const { expression, language = 'en', expect: expected } = vector;
  const texts = textsOf(vector);
  const steps = createStepBudget();
  const variable = (name: string) => {
    const text = texts.get(name);
    return text === undefined ? undefined : steps.valueOf(text);
  };
  const context = { scope: null, variable, missing: 'fault', language, steps } as const;
  const parsed = parseExpression(expression);
  const read = parsed.ok
    ? (typeof expected === 'object' && 'list' in expected ? evaluate : evaluateText)(parsed.value, context)
    : parsed;
  if (read.ok) return isList(read.value) ? { list: read.value.map(textOfValue) } : { text: read.value };
  const { code, at } = read.error;
  const reason = 'reason' in read.error ? { reason: read.error.reason } : {};
  const missing = code === 'variable/missing' ? { variables: [read.error.name] } : {};
  return { problem: { code, at, ...reason, ...missing } };
}

describe('the vectors of expressions', () => {
  const cases = vectors.filter(({ kind }) => kind === 'expression');
  test.each(cases)('$id: $expression', (vector) => {
    expect(resultOf(vector)).toMatchObject(vector.expect as object);
  });
});

/** Returns the text or the problem of a value. */
function filled(vector: Vector): object {
  const parsed = parseValue(vector.value);
  const [fault] = parsed.faults;
  if (fault?.kind === 'placeholder') return { problem: { code: 'variable/malformed' } };
  if (fault?.kind === 'expression') return { problem: fault.fault };
  const text = substitute(parsed, { values: textsOf(vector), defaults: new Map() });
  return text.kind === 'fault' ? { problem: text.fault } : text;
}

/** Returns whether a condition is true, or its problem. */
function isMet(vector: Vector): boolean | object {
  const condition = parseCondition(parseValue(vector.condition));
  if (!condition.ok) return condition.error;
  const problems: object[] = [];
  const result = conditionHolds(condition.value, {
    values: textsOf(vector),
    defaults: new Map(),
    budget: createValueBudget(),
    refused: (refused) => problems.push({ problem: 'fault' in refused ? refused.fault : null }),
  });
  return problems[0] ?? result;
}

describe('the vectors of values and conditions', () => {
  test.each(vectors.filter(({ kind }) => kind === 'value'))('$id: $value', (vector) => {
    expect(filled(vector)).toMatchObject(vector.expect as object);
  });

  test.each(vectors.filter(({ kind }) => kind === 'condition'))('$id: $condition', (vector) => {
    const result = isMet(vector);
    if (typeof vector.expect === 'boolean') expect(result).toBe(vector.expect);
    else expect(result).toMatchObject(vector.expect);
  });
});
