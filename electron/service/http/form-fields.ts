import { ServiceError } from '../service-error.ts';

/** Fields by name: text, or all of a name's values where it was given several times. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

export const MOST_FIELDS = 1000;

/**
 * Reads `application/x-www-form-urlencoded` text, such as a query. Throws `request/invalid` for what is no UTF-8 in percent
 * encoding, where the platform's reader would put replacement characters.
 */
export function parseFields(text: string): Fields {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return collectFields(
    pairs.map((pair) => {
      const mark = pair.indexOf('=');
      return mark === -1 ? [decode(pair), ''] : [decode(pair.slice(0, mark)), decode(pair.slice(mark + 1))];
    }),
  );
}

/** Gathers what came one by one, without a prototype that a name could reach. */
export function collectFields(pairs: readonly (readonly [name: string, value: string])[]): Fields {
  if (pairs.length > MOST_FIELDS) throw refusal(`There are more than ${MOST_FIELDS} fields.`);
  const fields = Object.create(null) as Record<string, string | readonly string[]>;
  for (const [name, value] of pairs) {
    if (name === '__proto__') throw refusal('A field is named `__proto__`.');
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    throw refusal('A field is not UTF-8 in percent encoding.', error);
  }
}

function refusal(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('request/invalid', detail, { cause });
}
