import { formatDecimal } from '../template/values/lengths.ts';

/** The name of a variable and its text. */
type GivenText = readonly [name: string, text: string];

/** The maximum nesting depth of objects. Deeper values would have impractically long names. */
const MAX_DEPTH = 32;

/**
 * Returns the texts of variables from a JSON value. The fields of an object are variables with points in their names,
 * such as `customer.name`. An array is the text of a list. A field that is null is the empty text. Returns null for
 * null itself, and for objects that are nested too deeply.
 */
export function textsOfValue(name: string, value: unknown, depth = 0): readonly GivenText[] | null {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value === 'number') return [[name, formatDecimal(value)]];
  if (typeof value === 'boolean') return [[name, String(value)]];
  if (value === null && depth > 0) return [[name, '']];
  if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return null;
  const texts: GivenText[] = [];
  for (const [field, each] of Object.entries(value)) {
    const found = textsOfValue(`${name}.${field}`, each, depth + 1);
    if (found === null) return null;
    for (const text of found) texts.push(text);
  }
  return texts;
}
