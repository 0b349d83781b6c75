import type { IncomingMessage } from 'node:http';
import { sessionPrefixOf } from '#shared/contract/session-prefix.ts';
import { hiddenSeparator } from '#shared/names/asset-name.ts';
import { ServiceError } from '../../errors/service-error.ts';

/** The absolute form of a target, whatever its scheme: what stands between `//` and the path is its authority. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Which host and port a request is for, in lower case; empty where it does not say. "When an origin server receives a
 * request with an absolute-form of request-target, the origin server MUST ignore the received Host header field (if
 * any) and instead use the host information of the request-target" (RFC 9112, 3.2.2).
 */
export function authorityOf(request: IncomingMessage): string {
  const [, absolute] = ABSOLUTE.exec(targetOf(request)) ?? [];
  return (absolute ?? request.headers.host ?? '').toLowerCase();
}

/** A request's target as it was sent: the framework puts the path that it routes by in its place. */
export function targetOf(request: IncomingMessage): string {
  if ('originalUrl' in request && typeof request.originalUrl === 'string') return request.originalUrl;
  return request.url ?? '/';
}

/**
 * What stands before the first `?` of a request's target, without the scheme and host of the absolute form and without
 * the place of a browser's session.
 */
export function pathOf(target: string): string {
  const path = wholePath(target).slice(prefixIn(target).length);
  return path === '' ? '/' : path;
}

/**
 * The prefix of a browser's session that a target is at; empty where there is none. It says nothing of whether there is
 * such a session.
 */
export function prefixIn(target: string): string {
  return sessionPrefixOf(wholePath(target));
}

function wholePath(target: string): string {
  return target.replace(ABSOLUTE, '').split('?', 1)[0] ?? '';
}

/** What stands after the first `?`. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/**
 * The values of a call's `:name` segments. Each is percent-decoded exactly once, from the path as it was sent. Throws
 * `request/invalid` for what is no UTF-8 in percent encoding, for encoded separators and NUL, however
 * often they are encoded.
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
  if (/%(00|2f|5c)/i.test(segment)) throw refusal('A name in the path contains an encoded separator or NUL.');
  const name = decode(segment);
  refuseHiddenSeparator(name);
  return name;
}

/** Throws `request/invalid` for a name that would lead elsewhere if it were decoded once more. */
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
