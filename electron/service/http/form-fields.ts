import { z } from 'zod';
import { decodeText } from '#shared/lib/decode-text.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { ServiceError } from '../errors/service-error.ts';

/** Fields by name. The value is a text, or a list of texts if the name is repeated. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

export const MAX_FIELDS = 1000;
/** The maximum number of `&` characters. They are counted even between empty pairs. */
const MAX_SIGNS = 10 * MAX_FIELDS;

/**
 * Parses `application/x-www-form-urlencoded` text, such as a query. Throws `request/invalid` for percent encoding that
 * is not UTF-8. The platform's parser would silently replace such bytes with U+FFFD.
 */
export function parseFields(text: string): Fields {
  return collectFields(
    pairsIn(text).map((pair) => {
      const mark = pair.indexOf('=');
      const name = decode(mark === -1 ? pair : pair.slice(0, mark));
      if (name === null) throw refusal('The name of a field isn’t percent-encoded UTF-8.');
      const value = mark === -1 ? '' : decode(pair.slice(mark + 1));
      if (value === null) throw refusal(`The value of \`${shortened(name)}\` isn’t percent-encoded UTF-8.`);
      return [name, value];
    }),
  );
}

/**
 * Returns the nonempty pairs. Counts the pairs during the search, because splitting a form with millions of pairs takes
 * long.
 */
function pairsIn(text: string): readonly string[] {
  const pairs: string[] = [];
  for (let start = 0, signs = 0; start < text.length; signs++) {
    if (pairs.length > MAX_FIELDS || signs > MAX_SIGNS) throw tooManyFields();
    const sign = text.indexOf('&', start);
    const end = sign === -1 ? text.length : sign;
    if (end > start) pairs.push(text.slice(start, end));
    start = end + 1;
  }
  return pairs;
}

/** Collects pairs in an object without a prototype, which is safe for any name. */
export function collectFields(pairs: readonly (readonly [name: string, value: string])[]): Fields {
  if (pairs.length > MAX_FIELDS) throw tooManyFields();
  const fields = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of pairs) {
    if (name === '__proto__') throw refusal('A field can’t be named `__proto__`.');
    const existing = fields[name];
    if (existing === undefined) fields[name] = value;
    else if (typeof existing === 'string') fields[name] = [existing, value];
    else existing.push(value);
  }
  return fields;
}

/** The end of the sentence about a repeated field. */
export const REPEATED_FIELD = 'appears more than once';
/** The error codes that a list causes where a text is expected. */
const LIST_ERRORS: readonly string[] = ['invalid_type', 'invalid_union', 'invalid_value'];

/** Validates fields with a schema. The error reports a repeated field that the schema accepts only once. */
export function checkFields(schema: z.ZodType, fields: unknown): z.ZodSafeParseResult<unknown> {
  const result = schema.safeParse(fields);
  if (result.success) return result;
  const values = new Map(typeof fields === 'object' && fields !== null ? Object.entries(fields) : []);
  const issues = result.error.issues.map((issue): z.core.$ZodIssue => {
    const [name] = issue.path;
    const isRepeated = issue.path.length === 1 && Array.isArray(values.get(String(name)));
    if (!isRepeated || !LIST_ERRORS.includes(issue.code)) return issue;
    return { code: 'custom', path: issue.path, message: REPEATED_FIELD, input: undefined };
  });
  return { success: false, error: new z.ZodRealError(issues) };
}

/** Returns the error for a form with more than {@link MAX_FIELDS} fields. */
export function tooManyFields(): ServiceError {
  return refusal(`It has more than ${MAX_FIELDS} fields.`);
}

const [PLUS, PERCENT, SPACE] = [0x2b, 0x25, 0x20];

/**
 * Decodes percent encoding byte by byte. For megabytes of plus signs, the platform's functions take most of a second
 * and hundreds of megabytes. Returns null for an invalid encoding.
 */
function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      byte = 16 * hexDigit(bytes[at + 1]) + hexDigit(bytes[at + 2]);
      if (Number.isNaN(byte)) return null;
      at += 2;
    }
    bytes[length] = byte;
    length += 1;
  }
  return decodeText(bytes.subarray(0, length), 'utf-8', 'keep');
}

/** Returns the value of a hexadecimal digit in ASCII; NaN for another byte. */
function hexDigit(byte = 0): number {
  const lower = byte | 0x20;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : Number.NaN;
}

function refusal(detail: string): ServiceError {
  return new ServiceError('request/invalid', detail);
}
