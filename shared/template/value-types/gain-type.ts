import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { formatDecimal, UNSIGNED_DECIMAL } from '../values/decimal.ts';
import type { AttributeType } from './attribute-types.ts';

const FACTOR = new RegExp(`^${UNSIGNED_DECIMAL}$`);
const DECIBELS = new RegExp(`^([+-]?${UNSIGNED_DECIMAL})\\s*dB$`);
/** Every 20 dB are a factor of ten of the amplitude. */
const DECIBELS_OF_TEN = 20;

/** A factor of the amplitude, or decibels such as `-6dB`, which become one. */
export function gain({ maximum }: { readonly maximum: number }): AttributeType<number> {
  return {
    kind: 'gain',
    variableType: 'text',
    minimum: 0,
    maximum,
    pattern: `^\\s*(?:${UNSIGNED_DECIMAL}|[+-]?${UNSIGNED_DECIMAL}\\s*dB)\\s*$`,
    parse: (text) => {
      const value = text.trim();
      const decibels = DECIBELS.exec(value)?.[1];
      if (decibels === undefined && !FACTOR.test(value)) return err(statement('value/no-gain', { maximum }));
      const factor = decibels === undefined ? Number(value) : 10 ** (Number(decibels) / DECIBELS_OF_TEN);
      return factor > maximum ? err(statement('value/no-gain', { maximum })) : ok(factor);
    },
    format: formatDecimal,
  };
}
