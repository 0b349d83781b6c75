import type { Decimal } from 'decimal.js';
import type { PluralRules } from './language-table.ts';

/** The plural categories of CLDR. */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

/** Returns whether the operands of a number meet a condition. */
type Test = (operands: Operands) => boolean;

/**
 * The operands of plural rules (UTS 35, part 3, section 5.1.1). `n` and `i` are decimals, because a remainder of a long
 * number needs all its digits.
 */
interface Operands {
  readonly n: Decimal;
  readonly i: Decimal;
  /** The number of decimals. */
  readonly v: number;
  /** The decimals as an integer. */
  readonly f: number;
  /** The same two values without trailing zeros. */
  readonly w: number;
  readonly t: number;
  /** The exponent of a compact number, under both of its names. */
  readonly c: number;
  readonly e: number;
}

/** The compiled rules by the rules object of a language. */
const compiled = new WeakMap<PluralRules, readonly (readonly [PluralCategory, Test])[]>();

/**
 * Returns the plural category of a number that is formatted without trailing zeros. `exponent` is the power of ten of
 * the unit of a compact number.
 */
export function categoryOf(rules: PluralRules, number: Decimal, exponent = 0): PluralCategory {
  const operands = operandsOf(number, exponent);
  return testsOf(rules).find(([, test]) => test(operands))?.[0] ?? 'other';
}

function operandsOf(number: Decimal, exponent: number): Operands {
  const n = number.abs();
  const [, fraction = ''] = n.toFixed().split('.');
  const [digits, value] = [fraction.length, Number(fraction)];
  return { n, i: n.trunc(), v: digits, f: value, w: digits, t: value, c: exponent, e: exponent };
}

function testsOf(rules: PluralRules): readonly (readonly [PluralCategory, Test])[] {
  const remembered = compiled.get(rules);
  if (remembered !== undefined) return remembered;
  const tests = PLURAL_CATEGORIES.flatMap((category) => {
    const rule = rules[category];
    return rule === undefined ? [] : [[category, ruleTest(rule)] as const];
  });
  compiled.set(rules, tests);
  return tests;
}

/** Compiles a rule: alternatives joined by `or`, each of which has relations joined by `and`. */
function ruleTest(rule: string): Test {
  const alternatives = rule.split(' or ').map((part) => part.split(' and ').map(relationTest));
  return (operands) => alternatives.some((tests) => tests.every((test) => test(operands)));
}

/** Compiles a relation such as `i % 10 != 2..4,9`. */
function relationTest(relation: string): Test {
  const [, operand = '', modulus, sign, list = ''] =
    /^\s*([nivwftce])(?: % (\d+))? (=|!=) ([\d.,]+)\s*$/.exec(relation) ?? [];
  if (!isOperand(operand)) throw new Error(`The plural rule ${relation} has an unknown form.`);
  const ranges = list.split(',').map((range) => {
    const [from = '', to = from] = range.split('..');
    return [Number(from), Number(to)] as const;
  });
  return (operands) => {
    const value = operands[operand];
    const rest = remainder(value, modulus === undefined ? null : Number(modulus));
    const isInside = Number.isInteger(rest) && ranges.some(([from, to]) => from <= rest && rest <= to);
    return isInside === (sign === '=');
  };
}

/**
 * Returns a value or its remainder as a number. It is exact enough for comparing it with the whole numbers in rules.
 */
function remainder(value: Decimal | number, modulus: number | null): number {
  if (typeof value === 'number') return modulus === null ? value : value % modulus;
  const rest = modulus === null ? value : value.modulo(modulus);
  // Return NaN for a fraction, because a double can round a fraction to a whole number.
  return rest.isInteger() ? rest.toNumber() : Number.NaN;
}

function isOperand(name: string): name is keyof Operands {
  return name.length === 1 && 'nivwftce'.includes(name);
}
