import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { limits } from '../document/limits.ts';
import type { AttributeType } from './attribute-types.ts';

/** How often something is played: a whole number, or infinitely often as `forever`. */
export function repeat(): AttributeType<number> {
  return {
    kind: 'repeat',
    variableType: 'text',
    pattern: '^\\s*(?:[1-9]\\d{0,4}|forever)\\s*$',
    parse: (text) => {
      const value = text.trim();
      if (value === 'forever') return ok(Number.POSITIVE_INFINITY);
      const count = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      return count >= 1 && count <= limits.repeats
        ? ok(count)
        : err(statement('value/no-repeat', { most: limits.repeats }));
    },
    format: (value) => (Number.isFinite(value) ? String(value) : 'forever'),
  };
}
