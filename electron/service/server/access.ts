import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { basicCredentials, type Credentials } from '#shared/contract/basic-credentials.ts';
import type { EditorSessions } from '../editor-host/editor-sessions.ts';
import { ServiceError } from '../errors/service-error.ts';
import { authorityOf, pathOf, prefixIn, queryOf, targetOf } from '../http/request-path.ts';

/** A guard that checks requests by their heads only. */
export interface AccessGuard {
  /**
   * Throws `access/host`, `access/origin`, or `request/invalid`. With `isSigned`, the request has the signature of a
   * link. The request may then come from a page of any origin, so the headers that browsers add are ignored.
   */
  readonly checkAddress: (request: IncomingMessage, isSigned: boolean) => void;
  readonly credentialsOf: (request: IncomingMessage) => PresentedCredentials;
}

/**
 * The result of checking credentials. A request with `none` may come from a browser with an expired session; a request
 * with `wrong` may be a guess.
 */
export type PresentedCredentials = 'valid' | 'none' | 'wrong';

export function createAccessGuard(options: {
  readonly credentials: Credentials;
  /** The accepted host names and addresses, in addition to loopback. */
  readonly hostNames: readonly string[];
  /** Returns the public address of links; null if there is none. Its host is accepted only for links. */
  readonly publicAddress?: () => string | null;
  /** The sessions of browsers; null if the editor is not served. */
  readonly sessions: EditorSessions | null;
}): AccessGuard {
  const hostNames = new Set(options.hostNames.map((name) => name.toLowerCase()));
  const expected = digest(basicCredentials(options.credentials));
  const hasSession = (request: IncomingMessage): boolean =>
    options.sessions !== null &&
    isFromOurPage(request) &&
    options.sessions.has(prefixIn(targetOf(request)), request.headers.cookie);
  return {
    checkAddress: (request, isSigned) => {
      const { host } = request.headers;
      if (countOf(request, 'host') > 1) throw new ServiceError('request/invalid', 'It has two Host headers.');
      // "A server MUST respond with a 400 ... to any HTTP/1.1 request message that lacks a Host" (RFC 9112, 3.2).
      if (host === undefined && request.httpVersion === '1.1')
        throw new ServiceError('request/invalid', 'It has no Host header.');
      const authority = authorityOf(request);
      const names = isSigned ? withPublicHost(hostNames, options.publicAddress?.() ?? null) : hostNames;
      if (!isAcceptedHost(authority, names) || !isAcceptedHost(host ?? authority, names))
        throw new ServiceError('access/host');
      if (!isSigned) refuseOtherOrigins(request, authority, options.sessions !== null);
    },
    credentialsOf: (request) => {
      const { authorization } = request.headers;
      const presented = digest(normalized(authorization ?? ''));
      if (timingSafeEqual(presented, expected) || hasSession(request)) return 'valid';
      return authorization === undefined || authorization === '' ? 'none' : 'wrong';
    },
  };
}

/**
 * Throws if the request comes from a page of another origin, which browsers report. The page could not read the answer
 * but could cause changes.
 */
function refuseOtherOrigins(request: IncomingMessage, authority: string, hasSessions: boolean): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${authority}`) throw new ServiceError('access/origin');
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  if (!hasSessions || !isLink(request)) throw new ServiceError('access/origin');
}

/**
 * Returns whether our page sent the request, or the user typed the address. A typed address permits only reading.
 * Cookies alone do not prove that, because pages of other ports belong to the same site. Requires a previous
 * `checkAddress`, which refuses other origins.
 */
function isFromOurPage({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'none') return method === 'GET' || method === 'HEAD';
  return site === 'same-origin' || headers.origin !== undefined;
}

/**
 * Returns whether a user follows a link to the editor from elsewhere, such as a file or a terminal. This is safe,
 * because the link works once and is made for one user, and its answer does not depend on an existing session.
 */
function isLink(request: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, origin } = request.headers;
  const target = targetOf(request);
  const isVisit = request.method === 'GET' && mode === 'navigate' && destination === 'document' && origin === undefined;
  return isVisit && prefixIn(target) === '' && pathOf(target) === '/' && /^token=[^&]+$/.test(queryOf(target));
}

function withPublicHost(names: ReadonlySet<string>, address: string | null): ReadonlySet<string> {
  return address === null ? names : new Set([...names, new URL(address).hostname.toLowerCase()]);
}

/** Returns a digest. Comparing digests takes the same time for all inputs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Normalizes the header. "The name of the scheme is case-insensitive" (RFC 9110, 11.1), and the padding of base64 may
 * be missing.
 */
function normalized(authorization: string): string {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/]+)={0,2} *$/i.exec(authorization) ?? [];
  return `Basic ${encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=')}`;
}

/**
 * Returns whether a Host header contains loopback or a configured host. Accepts any port, because a tunnel has a
 * different port.
 */
function isAcceptedHost(host: string, hostNames: ReadonlySet<string>): boolean {
  const authority = host.toLowerCase();
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(authority) ?? [];
  if (name === undefined) return false;
  const plain = name.replace(/\.$/, '');
  return (
    plain === 'localhost' ||
    plain.endsWith('.localhost') ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain) ||
    plain === '[::1]' ||
    hostNames.has(plain) ||
    hostNames.has(authority)
  );
}

function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  return rawHeaders.filter((rawHeader, index) => index % 2 === 0 && rawHeader.toLowerCase() === name).length;
}
