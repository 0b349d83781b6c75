import { ServiceError } from '../service-error.ts';

/** What stands before the first `?` of a request's target, without the scheme and host of the absolute form. */
export function pathOf(target: string): string {
  const path = target.replace(/^http:\/\/[^/?]*/i, '').split('?', 1)[0] ?? '';
  return path === '' ? '/' : path;
}

/** What stands after the first `?`. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/**
 * The values of a call's `:name` segments. Each is percent-decoded exactly once, from the path as it was sent. Throws
 * `request/invalid` for what is no UTF-8 in percent encoding, for encoded separators and NUL, and for what is encoded twice.
 */
export function parametersIn(path: string, pattern: string): Readonly<Record<string, string>> {
  const segments = path.split('/');
  const parameters = Object.create(null) as Record<string, string>;
  for (const [index, part] of pattern.split('/').entries()) {
    if (part.startsWith(':')) parameters[part.slice(1)] = decodeSegment(segments[index] ?? '');
  }
  return parameters;
}

/** Whether the path is one that the pattern means, whatever its parameters are. */
export function fits(path: string, pattern: string): boolean {
  const segments = path.split('/');
  const parts = pattern.split('/');
  return (
    segments.length === parts.length &&
    parts.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : segments[index] === part))
  );
}

function decodeSegment(segment: string): string {
  if (/%(00|2f|5c)/i.test(segment)) throw refusal('A name holds an encoded separator or NUL.');
  const name = decode(segment);
  refuseDoubleEncoding(name);
  return name;
}

/** Throws `request/invalid` for a name that would read differently if it were decoded once more. */
export function refuseDoubleEncoding(name: string): void {
  if (/%[0-9a-f]{2}/i.test(name)) throw refusal('A name is percent-encoded twice.');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw refusal('A name is not UTF-8 in percent encoding.', error);
  }
}

function refusal(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('request/invalid', detail, { cause });
}
