import { createHmac } from 'node:crypto';

/**
 * The headers of Standard Webhooks for one delivery. "The signature is HMAC-SHA256 of `msg_id.timestamp.payload`", in
 * base64 behind `v1,`. The key is the UTF-8 bytes of the API secret as it is shown: a receiver that uses a library of
 * Standard Webhooks gives it `whsec_` and the base64 of those bytes. `now` is milliseconds since 1970, of this delivery.
 */
export function signedHeaders(secret: string, id: string, body: string, now: number): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
