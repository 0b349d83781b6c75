import { err, ok, type Result } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { RelativeTime } from '../values/animation.ts';
import { formatDecimal, UNSIGNED_DECIMAL } from '../values/decimal.ts';
import { type AttributeType, time, type ValueRefusal } from './attribute-types.ts';

const PERCENT = new RegExp(`^\\s*(${UNSIGNED_DECIMAL})%\\s*$`);
const SIGN = /^\s*-/;

/** A time that may be below 0. In frames. */
export function signedTime(): AttributeType<number> {
  const { parse, pattern } = time({ minimum: 0 });
  return {
    kind: 'signed-time',
    variableType: 'time',
    pattern: (pattern ?? '').replace('^\\s*', '^\\s*-?'),
    parse: (text, rate): Result<number, ValueRefusal> => {
      const isBelow = SIGN.test(text);
      const read = parse(isBelow ? text.trim().slice(1) : text, rate);
      if (read.ok) return ok((isBelow ? -read.value : read.value) + 0);
      return read.error.code === 'value/no-time' ? err(statement('value/no-signed-time')) : read;
    },
    format: formatDecimal,
  };
}

/** A time, or a percentage of what it stands in. `minimum` is in frames; a percentage has to be above 0 then. */
export function relativeTime({ minimum }: { readonly minimum: number }): AttributeType<RelativeTime> {
  const { parse, pattern } = time({ minimum });
  return {
    kind: 'part-of-time',
    variableType: 'time',
    minimum,
    pattern: `(?:${pattern})|(?:^\\s*${UNSIGNED_DECIMAL}%\\s*$)`,
    parse: (text, rate): Result<RelativeTime, ValueRefusal> => {
      const written = PERCENT.exec(text)?.[1];
      if (written === undefined) {
        const read = parse(text, rate);
        if (read.ok) return ok({ amount: read.value, unit: 'frames' });
        return read.error.code === 'value/no-time' ? err(statement('value/no-part-of-time')) : read;
      }
      const amount = Number(written);
      return amount > 100 || (minimum > 0 && amount === 0)
        ? err(statement('value/no-part-of-time'))
        : ok({ amount, unit: '%' });
    },
    format: ({ amount, unit }) => (unit === '%' ? `${formatDecimal(amount)}%` : formatDecimal(amount)),
  };
}
