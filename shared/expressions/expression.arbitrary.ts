import * as fc from 'fast-check';
import { functionNamed, functionNames } from './functions.ts';

const token = fc.constantFrom(
  ...['+', '-', '*', '/', '%', '~', '=', '!=', '<', '<=', '>', '>=', '(', ')', '[', ']', ',', '.', '?', ':', '!', '&&'],
  ...['and', 'or', 'not', 'in', 'true', 'false', 'item', 'index', 'a', 'b', 'tags', 'a.b', '`a-b`', '__proto__'],
  ...['1', '0', '.5', '12345678901234567', '1e3', "'x'", '"y"', "'", '`', "''", ' ', '}', '{', '😀', '\u0301', '\n'],
  ...functionNames.map((name) => `${name}(`),
);

/** Generates texts of random tokens. Most of these texts are malformed. */
export const tokenText = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(' '));

const leaf = fc.oneof(
  fc.constantFrom('a', 'b', 'tags', 'list', 'nobody', 'item', 'index', 'customer.name', 'constructor', 'language'),
  fc.constantFrom("'x'", "'2026-11-28'", "'#f80'", "''", "'day'", "'descending'", "'EUR'", "'other'", "'de'", "'long'"),
  fc.constantFrom('true', 'false', '[]'),
  fc.integer({ min: 0, max: 1_000_000 }).map(String),
  fc.double({ min: 0, max: 1_000, noNaN: true }).map((number) => number.toFixed(3)),
);

const countOf = (name: string): fc.Arbitrary<number> => {
  const { parameters = [], repeated, last, together } = functionNamed(name) ?? {};
  const required = parameters.filter(({ optional }) => optional !== true).length + (last === undefined ? 0 : 1);
  if (repeated !== undefined) return fc.integer({ min: 0, max: 2 }).map((count) => required + count * repeated.length);
  if (together === true) return fc.constantFrom(required, parameters.length);
  return fc.integer({ min: required, max: parameters.length });
};

/** Generates valid expressions. Evaluating them can cause faults. */
export const validExpression: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => {
  const part = tie('expression');
  const operator = fc.constantFrom('+', '-', '*', '/', '%', '~', '=', '!=', '<', '>=', 'in', 'and', 'or');
  const call = fc.constantFrom(...functionNames).chain((name) =>
    fc.tuple(
      fc.constant(name),
      countOf(name).chain((count) => arrayOf(part, count)),
    ),
  );
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.tuple(part, operator, part).map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
      fc.tuple(part, part, part).map(([test, yes, no]) => `(${test}) ? ${yes} : ${no}`),
      part.map((of) => `-(${of})`),
      part.map((of) => `not (${of})`),
      fc.array(part, { maxLength: 3 }).map((of) => `[${of.join(', ')}]`),
      fc.tuple(part, part).map(([of, index]) => `(${of})[${index}]`),
      part.map((of) => `(${of}).name`),
      call.map(([name, parts]) => `${name}(${parts.join(', ')})`),
    ),
  };
}).expression;

function arrayOf(part: fc.Arbitrary<string>, length: number): fc.Arbitrary<string[]> {
  return fc.array(part, { minLength: length, maxLength: length });
}
