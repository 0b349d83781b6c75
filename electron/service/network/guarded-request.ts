import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { decodeText } from '#shared/lib/decode-text.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ReachFailure } from '../errors/source-failure.ts';
import { abortable } from '../waiting/abortable.ts';
import { type AddressPolicy, checkedAddresses, isLoopbackAddress, type ResolvedAddress } from './address-guard.ts';

export interface RequestLimits {
  readonly connectMilliseconds: number;
  /** The maximum time without data, in milliseconds, while the client waits for the answer or reads it. */
  readonly idleMilliseconds: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a GET request and follows redirects. Checks the address of each redirect. Redirects may lead only to http or
 * https, and never from https to http. The connection uses a checked address, so a later change of the host name has no
 * effect. The caller reads or destroys the body of the answer. Rejects with the network's error or the signal's reason,
 * and with `agents/address` if the policy is confined and a redirect leads to another host or port. The reason of a
 * refusal continues a sentence that starts with the address.
 */
export async function openChecked(
  address: URL,
  headers: Readonly<Record<string, string>>,
  policy: AddressPolicy,
  limits: RequestLimits,
  signal: AbortSignal,
  ownHeaders: Readonly<Record<string, string>> = {},
): Promise<Result<IncomingMessage, ReachFailure>> {
  let url = address;
  let hopPolicy = policy;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const lookupSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMilliseconds)]);
    const addresses = await abortable(checkedAddresses(url, hopPolicy), lookupSignal);
    if (!addresses.ok) return addresses;
    const sent = url.origin === address.origin ? { ...headers, ...ownHeaders } : headers;
    const response = await open(url, addresses.value, sent, limits, signal);
    const target = REDIRECTS.has(response.statusCode ?? 0) ? locationOf(response) : undefined;
    if (target === undefined) return ok(response);
    response.destroy();
    const next = redirectTo(target, url);
    if (!next.ok) return next;
    // An open redirect on a known host could otherwise carry data to any host.
    if (policy.isConfined && next.value.host !== address.host)
      throw new ServiceError('agents/address', `${address.host} redirects to ${next.value.host}.`);
    // A site on the internet must not redirect a client to this machine.
    const isLocal = addresses.value.every((resolved) => isLoopbackAddress(resolved.address));
    hopPolicy = { ...hopPolicy, allowLoopback: hopPolicy.allowLoopback && isLocal };
    url = next.value;
  }
  return err({ code: 'source/fetch-failed', reason: message('fetch/redirects', { most: MAX_REDIRECTS }) });
}

/** Returns the address to which a server redirects a request for `url`. */
function redirectTo(target: string, url: URL): Result<URL, ReachFailure> {
  if (!URL.canParse(target, url.href))
    return err({ code: 'source/fetch-failed', reason: message('fetch/redirect-to-no-address') });
  const next = new URL(target, url);
  if (next.protocol !== 'http:' && next.protocol !== 'https:')
    return err({ code: 'source/refused', reason: message('fetch/redirect-to-no-web-address') });
  if (url.protocol === 'https:' && next.protocol === 'http:')
    return err({ code: 'source/refused', reason: message('fetch/redirect-to-http') });
  return ok(next);
}

/**
 * Returns the `Location` header. Node decodes headers as Latin-1, but some servers send UTF-8. This function restores
 * the UTF-8 text, so that the URL parser encodes it correctly.
 */
function locationOf({ headers: { location } }: IncomingMessage): string | undefined {
  return location === undefined ? undefined : (decodeText(Buffer.from(location, 'latin1')) ?? location);
}

function open(
  url: URL,
  addresses: readonly ResolvedAddress[],
  headers: Readonly<Record<string, string>>,
  limits: RequestLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | null = null;
    const request = send(url.href, {
      headers,
      lookup: pinnedTo(addresses),
      agent: false,
      timeout: limits.idleMilliseconds,
      signal,
    });
    const connecting = setTimeout(() => request.destroy(new TimeoutError('no connection')), limits.connectMilliseconds);
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    });
    request.once('close', () => clearTimeout(connecting));
    request.once('timeout', () => (answer ?? request).destroy(new TimeoutError('no answer')));
    request.once('error', reject);
    request.once('response', (response) => {
      answer = response;
      resolve(response);
    });
    request.end();
  });
}

/** The error for a server that sent nothing for too long. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';
}

function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses;
    if (options.all) answer(null, [...addresses]);
    else if (first === undefined) answer(new Error('no address'), '', 4);
    else answer(null, first.address, first.family);
  };
}
