import { Webhook } from 'standardwebhooks';
import { errorCode } from '../errors/system-code.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import { RefusedAddressError } from '../network/checked-lookup.ts';
import { retryAfter } from '../text/http-headers.ts';
import { type PostLimits, postChecked } from './post-checked.ts';

export interface WebhookMessage {
  readonly id: string;
  readonly url: string;
  readonly body: string;
}

export type DeliveryOutcome =
  | { readonly kind: 'sent'; readonly status: number }
  /** The result of a delivery. `reason` is a short phrase without the address, which may contain a key. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMilliseconds: number }
  | { readonly kind: 'given-up'; readonly reason: string };

/**
 * Delivers a message once, by the rules of Standard Webhooks. Any 2xx is a success. 410 Gone stops all retries.
 * Redirects are failures. The `Retry-After` header of 429 and 503 is respected. Rejects only with the signal's reason.
 */
export async function deliver(
  message: WebhookMessage,
  options: {
    readonly secret: string;
    readonly now: number;
    readonly policy: AddressPolicy;
    readonly limits: PostLimits;
    readonly signal: AbortSignal;
  },
): Promise<DeliveryOutcome> {
  if (!URL.canParse(message.url)) return { kind: 'given-up', reason: 'is not a valid address' };
  const { secret, now, signal } = options;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'scenewright',
    ...signedHeaders(message, secret, now),
  };
  try {
    const { status, retryAfter: header } = await postChecked(
      new URL(message.url),
      { headers, body: message.body },
      options,
    );
    if (status >= 200 && status < 300) return { kind: 'sent', status };
    if (status === 410) return { kind: 'given-up', reason: 'answered 410, which ends the notifications' };
    const mayRetryAfter = status === 429 || status === 503;
    const reason = status >= 300 && status < 400 ? `answered ${status}, a redirect` : `answered ${status}`;
    return { kind: 'failed', reason, retryAfterMilliseconds: mayRetryAfter ? retryAfter(header, now) : 0 };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedAddressError)
      return { kind: 'given-up', reason: 'leads to an address that is neither on the public internet nor allowed' };
    return { kind: 'failed', reason: networkReason(error), retryAfterMilliseconds: 0 };
  }
}

/**
 * Returns the Standard Webhooks headers of one delivery. The key is the UTF-8 bytes of the API secret, as displayed to
 * the user. A receiver passes `whsec_` and the base64 of these bytes to its library. `now` is the time of this delivery
 * in milliseconds since 1970.
 */
function signedHeaders({ id, body }: WebhookMessage, secret: string, now: number): Readonly<Record<string, string>> {
  const signature = new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' }).sign(id, new Date(now), body);
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now / 1000)), 'webhook-signature': signature };
}

function networkReason(error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host name was not found';
  if (code === 'ETIMEDOUT') return 'did not answer in time';
  return `can’t be reached, or the connection was lost${/^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : ''}`;
}
