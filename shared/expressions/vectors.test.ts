import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate, evaluateText } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import { createStepBudget } from './steps.ts';
import { isList, textOfValue } from './values.ts';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly expression: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly language?: string;
  readonly expect: Readonly<Record<string, unknown>>;
}

const file = path.join(import.meta.dirname, 'vectors-3.json');
const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(readFileSync(file, 'utf8'));

/** Returns the text, the texts of the items, or the problem of an expression, in the form of the vectors. */
function resultOf({ expression, variables = {}, language = 'en', expect: expected }: Vector): object {
  const texts = new Map(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const steps = createStepBudget();
  const variable = (name: string) => {
    const text = texts.get(name);
    return text === undefined ? undefined : steps.valueOf(text);
  };
  const context = { scope: null, variable, missing: 'fault', language, steps } as const;
  const parsed = parseExpression(expression);
  const read = parsed.ok ? ('list' in expected ? evaluate : evaluateText)(parsed.value, context) : parsed;
  if (read.ok) return isList(read.value) ? { list: read.value.map(textOfValue) } : { text: read.value };
  const { code, at } = read.error;
  const reason = 'reason' in read.error ? { reason: read.error.reason } : {};
  const missing = code === 'variable/missing' ? { variables: [read.error.name] } : {};
  return { problem: { code, at, ...reason, ...missing } };
}

describe('the vectors of expressions', () => {
  const cases = vectors.filter(({ kind }) => kind === 'expression');
  test.each(cases)('$id: $expression', (vector) => {
    expect(resultOf(vector)).toMatchObject(vector.expect);
  });
});
