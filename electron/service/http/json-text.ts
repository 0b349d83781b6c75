import { isDeeper } from '../json-depth.ts';
import { ServiceError } from '../service-error.ts';

const DEPTH = 100;

/** Reads JSON of a request: UTF-8, at most 100 levels deep, no key `__proto__`. Throws `request/invalid`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (isDeeper(bytes, DEPTH)) throw refusal(`The JSON is more than ${DEPTH} levels deep.`);
  const value: unknown = parse(bytes);
  for (let level = isObject(value) ? [value] : []; level.length > 0; ) {
    if (level.some((each) => Object.hasOwn(each, '__proto__'))) throw refusal('The JSON has a key `__proto__`.');
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    // What the parser says quotes the text, which may hold a secret.
    throw refusal('The body is no JSON in UTF-8.', error);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function refusal(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('request/invalid', detail, { cause });
}
