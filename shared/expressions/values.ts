import { assertNever } from '../lib/assert.ts';
import { isDecimal } from '../lib/decimal-text.ts';
import { Exact, numberText } from './decimal.ts';
import type { ComparisonOperator } from './logic.ts';

/** A value of an expression. A list is an array, and a record is a map from field names to values. */
export type Value = string | boolean | Exact | readonly Value[] | Fields;

/** The fields of a record. A map is safe for names such as `__proto__`. */
export type Fields = ReadonlyMap<string, Value>;

/**
 * Names that take precedence over variables, such as names that lists around an element define. Inner scopes take
 * precedence over outer ones.
 */
export interface Scope {
  lookup(name: string): Value | undefined;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isRecord(value: Value): value is Fields {
  return value instanceof Map;
}

export function isNumber(value: Value): value is Exact {
  return value instanceof Exact;
}

/** Returns the text of a value; null for a list or a record. */
export function textOfValue(value: Value): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return isNumber(value) ? numberText(value) : null;
}

/** Returns the number of a value; null for other types, and for a text that is not a decimal. */
export function numberOfValue(value: Value): Exact | null {
  if (typeof value === 'string') return isDecimal(value) ? new Exact(value.trim()) : null;
  return isNumber(value) ? value : null;
}

const FALSE: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'off']);

/** Returns whether a value counts as true. A record is true; an empty list and the number 0 are false. */
export function isTrue(value: Value): boolean {
  if (typeof value === 'string') return !FALSE.has(value.trim().toLowerCase());
  if (typeof value === 'boolean') return value;
  if (isNumber(value)) return !value.isZero();
  return isRecord(value) || value.length > 0;
}

/** Returns whether a value is empty: only white space, or a list without items. */
export function isEmpty(value: Value): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return isList(value) && value.length === 0;
}

/**
 * Compares two values: as numbers if both are decimals, otherwise as texts by code points. `in` checks whether the
 * right value contains the left text. The values must have texts; only the right value of `in` can be a list.
 */
export function compareValues(left: Value, operator: ComparisonOperator, right: Value): boolean {
  if (operator === 'in') {
    const values = isList(right) ? right.map(textOfValue) : valuesIn(textOfValue(right) ?? '');
    return values.includes(textOfValue(left) ?? '');
  }
  const order = orderOfValues(left, right);
  switch (operator) {
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
      return assertNever(operator);
  }
}

function orderOfValues(left: Value, right: Value): number {
  const numbers = [numberOfValue(left), numberOfValue(right)] as const;
  if (numbers[0] !== null && numbers[1] !== null) return numbers[0].comparedTo(numbers[1]);
  return orderOf(textOfValue(left) ?? '', textOfValue(right) ?? '');
}

/** Splits a list at commas and trims the values. */
export function valuesIn(list: string): readonly string[] {
  return list.split(',').map((value) => value.trim());
}

/** Compares two texts by code points. UTF-16 units have another order for characters above U+FFFF. */
export function orderOf(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue;
    // Both positions are now in the same part of a character, because the units before them are equal.
    return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
  }
  return left.length - right.length;
}
