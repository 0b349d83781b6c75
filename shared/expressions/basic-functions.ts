import { Decimal } from 'decimal.js';
import { Exact, power, squareRoot } from './decimal.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';
import { compareValues, isEmpty, isList, type Value } from './values.ts';

/** Functions that choose among their arguments. They evaluate only the arguments that the result needs. */
export const choiceFunctions = {
  if: {
    parameters: [
      { name: 'condition', kind: 'condition' },
      { name: 'value', kind: 'value' },
    ],
    repeated: [
      { name: 'condition', kind: 'condition' },
      { name: 'value', kind: 'value' },
    ],
    last: { name: 'otherwise', kind: 'value' },
    description: 'Returns the first value whose condition holds, or the last argument.',
    example: ["if(stock > 5, 'many', stock > 0, 'few', 'none')", 'few'],
    evaluate: (evaluation, ...parts) => {
      for (let at = 0; at < parts.length - 1; at += 2)
        if (evaluation.truth(parts[at])) return evaluation.value(parts[at + 1]);
      return evaluation.value(parts.at(-1));
    },
  },
  choose: {
    parameters: [
      { name: 'x', kind: 'value' },
      { name: 'case', kind: 'value' },
      { name: 'value', kind: 'value' },
    ],
    repeated: [
      { name: 'case', kind: 'value' },
      { name: 'value', kind: 'value' },
    ],
    last: { name: 'otherwise', kind: 'value' },
    description: 'Returns the value of the first case that equals `x`, or the last argument.',
    example: ["choose(plan, 'gold', '#fc0', 'silver', '#ccc', '#fff')", '#ccc'],
    evaluate: (evaluation, x, ...parts) => {
      const value = evaluation.value(x);
      evaluation.textOf(value, x);
      for (let at = 0; at < parts.length - 1; at += 2) {
        const other = evaluation.value(parts[at]);
        evaluation.spendText(evaluation.textOf(other, parts[at]).length);
        if (compareValues(value, '=', other)) return evaluation.value(parts[at + 1]);
      }
      return evaluation.value(parts.at(-1));
    },
  },
  default: {
    parameters: [{ name: 'value', kind: 'value' }],
    repeated: [{ name: 'value', kind: 'value' }],
    last: { name: 'otherwise', kind: 'value' },
    description: 'Returns the first argument that is there and not empty, or the last argument.',
    example: ["default(nickname, name, 'friend')", 'Ada'],
    evaluate: (evaluation, ...parts) => {
      for (const part of parts.slice(0, -1)) {
        const value = evaluation.optional(part as Expression);
        if (value !== undefined && !isEmpty(value)) return value;
      }
      return evaluation.value(parts.at(-1));
    },
  },
  given: {
    parameters: [{ name: 'name', kind: 'value' }],
    description: 'Returns whether a variable, a field, or an item is there and not empty.',
    example: ['given(promo)', 'true'],
    evaluate: (evaluation, part) => {
      const value = evaluation.optional(part);
      return value !== undefined && !isEmpty(value);
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

/** The maximum number of decimals to round to, and the maximum number of zeros before the point. */
const MAX_DIGITS = 15;
/** The largest permitted exponent of a power. */
const MAX_EXPONENT = 64;

const x: Parameter = { name: 'x', kind: 'number' };
const digits: Parameter = { name: 'digits', kind: 'number', optional: true };

/** Functions of numbers. */
export const numberFunctions = {
  abs: {
    parameters: [x],
    description: 'Returns a number without its sign.',
    example: ['abs(-3)', '3'],
    evaluate: (evaluation, part) => evaluation.number(part).abs(),
  },
  round: {
    parameters: [x, digits],
    description: 'Rounds to a number of decimals, 0 by default. Halves are rounded away from zero.',
    example: ['round(1.005, 2)', '1.01'],
    evaluate: roundedBy(Decimal.ROUND_HALF_UP),
  },
  floor: {
    parameters: [x, digits],
    description: 'Rounds down to a number of decimals, 0 by default.',
    example: ['floor(-0.5)', '-1'],
    evaluate: roundedBy(Decimal.ROUND_FLOOR),
  },
  ceil: {
    parameters: [x, digits],
    description: 'Rounds up to a number of decimals, 0 by default.',
    example: ['ceil(1.21, 1)', '1.3'],
    evaluate: roundedBy(Decimal.ROUND_CEIL),
  },
  trunc: {
    parameters: [x, digits],
    description: 'Removes the decimals, or all after a number of them.',
    example: ['trunc(-1.9)', '-1'],
    evaluate: roundedBy(Decimal.ROUND_DOWN),
  },
  min: {
    parameters: [{ name: 'x', kind: 'value' }],
    repeated: [{ name: 'y', kind: 'each' }],
    description: 'Returns the smallest argument, the smallest item of a list, or the smallest result for its items.',
    example: ['min(3, 1, 2)', '1'],
    evaluate: extremeBy((one, other) => one.lessThan(other)),
  },
  max: {
    parameters: [{ name: 'x', kind: 'value' }],
    repeated: [{ name: 'y', kind: 'each' }],
    description: 'Returns the largest argument, the largest item of a list, or the largest result for its items.',
    example: ['max(products, item.price)', '6'],
    evaluate: extremeBy((one, other) => one.greaterThan(other)),
  },
  clamp: {
    parameters: [x, { name: 'low', kind: 'number' }, { name: 'high', kind: 'number' }],
    description: 'Returns a number, at least `low` and at most `high`.',
    example: ['clamp(12, 0, 10)', '10'],
    evaluate: (evaluation, part, lowest, highest) => {
      const [number, low, high] = [part, lowest, highest].map((each) => evaluation.number(each));
      if (number === undefined || low === undefined || high === undefined || low.greaterThan(high))
        return evaluation.fault('argument', lowest, { given: low?.toFixed(), valid: 'low', most: high?.toNumber() });
      if (number.lessThan(low)) return low;
      return number.greaterThan(high) ? high : number;
    },
  },
  power: {
    parameters: [x, { name: 'n', kind: 'number' }],
    description: 'Returns a power with a whole exponent from -64 to 64.',
    example: ['power(1.1, 3)', '1.331'],
    evaluate: (evaluation, part, exponent) => {
      const base = evaluation.number(part);
      const count = evaluation.whole(exponent, -MAX_EXPONENT, MAX_EXPONENT);
      if (count < 0 && base.isZero()) return evaluation.fault('zero', part);
      return evaluation.checked(power(base, count), part);
    },
  },
  sqrt: {
    parameters: [x],
    description: 'Returns the square root of a number that is not negative.',
    example: ['sqrt(144)', '12'],
    evaluate: (evaluation, part) => {
      const number = evaluation.number(part);
      return number.isNegative() && !number.isZero()
        ? evaluation.fault('argument', part, { given: number.toFixed(), valid: 'positive' })
        : squareRoot(number);
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

function roundedBy(rounding: Decimal.Rounding): FunctionSpec['evaluate'] {
  return (evaluation, part, decimals) => {
    const number = evaluation.number(part);
    const places = decimals === undefined ? 0 : evaluation.whole(decimals, -MAX_DIGITS, MAX_DIGITS);
    const unit = new Exact(10).pow(places);
    return evaluation.checked(number.times(unit).toDecimalPlaces(0, rounding).div(unit), part);
  };
}

/**
 * Creates a function that returns the largest or smallest value: of its arguments, of a list, or of an expression for
 * each item of a list. The last form applies if the first of two arguments is a list.
 */
function extremeBy(isMore: (one: Exact, other: Exact) => boolean): FunctionSpec['evaluate'] {
  return (evaluation, ...parts) => {
    const numbers = numbersOf(evaluation, parts);
    evaluation.spend(numbers.length);
    const [first, ...further] = numbers;
    if (first === undefined) return evaluation.fault('empty', parts[0]);
    return further.reduce((most, each) => (isMore(each, most) ? each : most), first);
  };
}

function numbersOf(evaluation: Evaluation, parts: readonly (Expression | undefined)[]): readonly Exact[] {
  const [part, second] = parts;
  const ofItems = (items: readonly Value[], by: Expression | undefined) =>
    items.map((item, at) => evaluation.numberOf(item, by, at + 1));
  if (parts.length === 1) return ofItems(evaluation.list(part), part);
  if (parts.length > 2) return parts.map((each) => evaluation.number(each));
  const value = evaluation.value(part);
  if (isList(value)) return ofItems(evaluation.map(value, second), second);
  return [evaluation.numberOf(value, part), evaluation.number(second)];
}
