import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { inEnglish } from '#shared/messages/english.ts';
import { type AddressPolicy, checkedAddresses, type ResolvedAddress } from '../network/address-guard.ts';
import { RefusedAddressError } from '../network/checked-lookup.ts';
import { abortable } from '../waiting/abortable.ts';

export interface PostLimits {
  readonly connectMilliseconds: number;
  readonly totalMilliseconds: number;
  /** The maximum number of bytes that are read from an answer before the connection is closed. */
  readonly replyBytes: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/**
 * Posts a body and returns the status of the answer. Follows no redirects. The connection uses a checked address.
 * Rejects with {@link RefusedAddressError}, the network's error, or the signal's reason.
 */
export async function postChecked(
  url: URL,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  options: { readonly policy: AddressPolicy; readonly limits: PostLimits; readonly signal: AbortSignal },
): Promise<PostAnswer> {
  const { limits, policy } = options;
  const timeLimit = AbortSignal.timeout(limits.totalMilliseconds);
  const signal = AbortSignal.any([options.signal, timeLimit]);
  try {
    const lookupSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMilliseconds)]);
    const addresses = await abortable(checkedAddresses(url, policy), lookupSignal);
    if (!addresses.ok) {
      const { code, reason } = addresses.error;
      if (code === 'source/refused') throw new RefusedAddressError(reason);
      throw Object.assign(new Error(inEnglish(reason)), { code: 'ENOTFOUND' });
    }
    const response = await post(url, addresses.value, message, limits, signal);
    await drain(response, limits.replyBytes);
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    options.signal.throwIfAborted();
    if (timeLimit.aborted || (error instanceof Error && error.name === 'TimeoutError'))
      throw Object.assign(new Error('no answer in time', { cause: error }), { code: 'ETIMEDOUT' });
    throw error;
  }
}

function post(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  limits: PostLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isHttps ? requestHttps : requestHttp)(url.href, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: (_host, { all }, answer) => {
        const [first] = addresses;
        if (all) answer(null, [...addresses]);
        else if (first === undefined) answer(new Error('no address'), '', 4);
        else answer(null, first.address, first.family);
      },
      agent: false,
      signal,
    });
    const late = () => request.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
    const connecting = setTimeout(late, limits.connectMilliseconds);
    request.once('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    });
    request.once('close', () => clearTimeout(connecting));
    request.once('error', reject);
    request.once('response', resolve);
    request.end(body);
  });
}

/** Reads a limited part of the body, so that the connection ends cleanly. The content is not needed. */
async function drain(response: IncomingMessage, mostBytes: number): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes >= mostBytes) break;
    }
  } catch {
    // Ignore errors of the body, because the receiver has already answered.
  } finally {
    response.destroy();
  }
}
