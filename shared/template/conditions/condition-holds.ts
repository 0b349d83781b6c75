import { assertNever } from '../../lib/assert.ts';
import { UNSIGNED_DECIMAL } from '../values/decimal.ts';
import type { Condition } from './condition.ts';
import type { Operand, Sign } from './condition-tokens.ts';

const DECIMAL = new RegExp(`^\\s*[+-]?${UNSIGNED_DECIMAL}\\s*$`);
const FALSE: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'off']);

/** Whether a condition holds; `textOf` says what an operand is once its placeholders have their values. */
export function conditionHolds(condition: Condition, textOf: (operand: Operand) => string): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.of.some((each) => conditionHolds(each, textOf));
    case 'and':
      return condition.of.every((each) => conditionHolds(each, textOf));
    case 'not':
      return !conditionHolds(condition.of, textOf);
    case 'alone':
      return !FALSE.has(textOf(condition.operand).trim().toLowerCase());
    case 'compared':
      return compared(textOf(condition.left), condition.sign, textOf(condition.right));
    default:
      return assertNever(condition);
  }
}

/** Whether a text is a decimal, which is compared as a number. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

function compared(left: string, sign: Sign, right: string): boolean {
  if (sign === 'in') return valuesIn(right).includes(left);
  const order = isDecimal(left) && isDecimal(right) ? Number(left) - Number(right) : orderOf(left, right);
  switch (sign) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return assertNever(sign);
  }
}

/** Values with commas between. */
export function valuesIn(list: string): readonly string[] {
  return list.split(',').map((value) => value.trim());
}

/** By code points, which UTF-16 units are not ordered by. */
function orderOf(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue;
    // Behind equal units both places are within the same half of a pair, or both at the beginning of a character.
    return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
  }
  return left.length - right.length;
}
