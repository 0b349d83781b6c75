import type { IncomingMessage } from 'node:http';
import { sessionPrefixIn } from '#shared/contract/session-prefix.ts';
import { hiddenSeparator } from '#shared/names/asset-name.ts';
import { ServiceError } from '../errors/service-error.ts';

/**
 * Matches the start of a request target in absolute form with any scheme. The authority is between `//` and the path.
 */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Returns the host and port of a request in lower case; an empty text if there is none. "When an origin server receives
 * a request with an absolute-form of request-target, the origin server MUST ignore the received Host header field (if
 * any) and instead use the host information of the request-target" (RFC 9112, 3.2.2).
 */
export function authorityOf(request: IncomingMessage): string {
  const [, absolute] = ABSOLUTE.exec(targetOf(request)) ?? [];
  return (absolute ?? request.headers.host ?? '').toLowerCase();
}

/** Returns the original target of a request, because Fastify replaces `url` with another path for routing. */
export function targetOf(request: IncomingMessage): string {
  if ('originalUrl' in request && typeof request.originalUrl === 'string') return request.originalUrl;
  return request.url ?? '/';
}

/** Returns the path in a target up to the first `?`, without scheme, host, and the prefix of a browser session. */
export function pathOf(target: string): string {
  const path = wholePath(target).slice(prefixIn(target).length);
  return path === '' ? '/' : path;
}

/** Returns the session prefix in a target; an empty text if there is none. The session need not exist. */
export function prefixIn(target: string): string {
  return sessionPrefixIn(wholePath(target));
}

function wholePath(target: string): string {
  return target.replace(ABSOLUTE, '').split('?', 1)[0] ?? '';
}

/** Returns the text after the first `?`. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/**
 * Returns the values of a call's `:name` segments. Decodes them exactly once from the original path. Throws
 * `request/invalid` for percent encoding that is not UTF-8, and for separators and NUL, even if they are encoded
 * several times.
 */
export function parametersIn(path: string, pattern: string): Readonly<Record<string, string>> {
  const segments = path.split('/');
  const parameters = Object.create(null) as Record<string, string>;
  for (const [index, part] of pattern.split('/').entries()) {
    if (part.startsWith(':')) parameters[part.slice(1)] = decodeSegment(segments[index] ?? '');
  }
  return parameters;
}

/** Checks whether a path matches a pattern with any parameters. */
export function matchesPattern(path: string, pattern: string): boolean {
  const segments = path.split('/');
  const parts = pattern.split('/');
  return (
    segments.length === parts.length &&
    parts.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : segments[index] === part))
  );
}

function decodeSegment(segment: string): string {
  if (/%(00|2f|5c)/i.test(segment)) throw refusal('A name in the path contains an encoded separator or NUL.');
  const name = decode(segment);
  refuseHiddenSeparator(name);
  return name;
}

/**
 * Throws `request/invalid` for a name that contains an encoded separator, because decoding it again would give a path.
 */
export function refuseHiddenSeparator(name: string): void {
  if (hiddenSeparator(name) !== null)
    throw refusal('A name in the path contains a separator or NUL that’s encoded twice.');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw refusal('A name in the path isn’t percent-encoded UTF-8.', error);
  }
}

function refusal(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('request/invalid', detail, { cause });
}
