import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { basicCredentials, type Credentials } from '#shared/contract/basic-credentials.ts';
import type { EditorSessions } from '../editor-host/editor-sessions.ts';
import { ServiceError } from '../errors/service-error.ts';
import { authorityOf, pathOf, prefixIn, queryOf, targetOf } from './calls/request-path.ts';

/** Decides, from the head of a request alone, whether it is answered at all. */
export interface AccessGuard {
  /**
   * Throws `access/host`, `access/origin`, `request/invalid`. A request that shows a signed link may come from anybody's
   * page: nothing that a browser adds by itself counts for it.
   */
  readonly checkAddress: (request: IncomingMessage, showsLink: boolean) => void;
  readonly credentialsOf: (request: IncomingMessage) => ShownCredentials;
}

/** Who shows none may be a browser whose session has ended; who shows wrong ones may be guessing. */
export type ShownCredentials = 'valid' | 'none' | 'wrong';

export function createAccessGuard(options: {
  readonly credentials: Credentials;
  /** Names and addresses that the service answers to beside those of loopback. */
  readonly hostNames: readonly string[];
  /** The public address of links, whose host counts for links alone; null for none. */
  readonly publicAddress?: () => string | null;
  /** Browsers that the editor was opened in; null where it is not served. */
  readonly sessions: EditorSessions | null;
}): AccessGuard {
  const hostNames = new Set(options.hostNames.map((name) => name.toLowerCase()));
  const expected = digest(basicCredentials(options.credentials));
  const hasSession = (request: IncomingMessage): boolean =>
    options.sessions !== null &&
    isFromOurPage(request) &&
    options.sessions.has(prefixIn(targetOf(request)), request.headers.cookie);
  return {
    checkAddress: (request, showsLink) => {
      const { host } = request.headers;
      if (countOf(request, 'host') > 1) throw new ServiceError('request/invalid', 'It has two Host headers.');
      // "A server MUST respond with a 400 ... to any HTTP/1.1 request message that lacks a Host" (RFC 9112, 3.2).
      if (host === undefined && request.httpVersion === '1.1')
        throw new ServiceError('request/invalid', 'It has no Host header.');
      const authority = authorityOf(request);
      const names = showsLink ? withPublicHost(hostNames, options.publicAddress?.() ?? null) : hostNames;
      if (!isOurs(authority, names) || !isOurs(host ?? authority, names)) throw new ServiceError('access/host');
      if (!showsLink) refuseOtherOrigins(request, authority, options.sessions !== null);
    },
    credentialsOf: (request) => {
      const { authorization } = request.headers;
      const given = digest(normalised(authorization ?? ''));
      if (timingSafeEqual(given, expected) || hasSession(request)) return 'valid';
      return authorization === undefined || authorization === '' ? 'none' : 'wrong';
    },
  };
}

/** A page of another origin can send a request although it cannot read the answer; browsers name the origin. */
function refuseOtherOrigins(request: IncomingMessage, authority: string, hasSessions: boolean): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${authority}`) throw new ServiceError('access/origin');
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  if (!hasSessions || !isLink(request)) throw new ServiceError('access/origin');
}

/**
 * Whether a browser says that a page of ours makes the request, or that its user does, who can only read by that.
 * Cookies come along with more than that: pages of other ports are of the same site. Asked after `checkAddress`, which
 * lets no other Origin through.
 */
function isFromOurPage({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'none') return method === 'GET' || method === 'HEAD';
  return site === 'same-origin' || headers.origin !== undefined;
}

/**
 * Whether somebody follows a link to the editor: from a file or a terminal, which are another site. It counts once, is
 * made for one person, and what is answered has no session of before in it.
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

/** Digests have one length, so that comparing them tells nothing of what was compared. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** "The name of the scheme is case-insensitive" (RFC 9110, 11.1), and base64 may come without its padding. */
function normalised(authorization: string): string {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/]+)={0,2} *$/i.exec(authorization) ?? [];
  return `Basic ${encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=')}`;
}

/**
 * Whether a Host header names this machine to itself or is one that was configured; the port may be that of a tunnel.
 */
function isOurs(host: string, hostNames: ReadonlySet<string>): boolean {
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
  return rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;
}
