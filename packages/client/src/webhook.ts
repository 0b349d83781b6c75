import type { RenderError } from './generated/types.ts';
import { ProblemError } from './problem-error.ts';

interface Notification<Type extends string, Data> {
  readonly type: Type;
  /** The id of the notification, from `webhook-id`. A notification can arrive twice with the same id. */
  readonly id: string;
  /** The end of the render: ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly project: string; readonly format: string } & Data;
}

/** A notification of the service to `onsuccess` or `onerror`. */
export type WebhookEvent =
  | Notification<'render.succeeded', { readonly url: string }>
  | Notification<'render.failed', { readonly error: RenderError }>;

const TOLERANCE_SECONDS = 300;

/** Headers as `fetch` and Node have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks a notification by Standard Webhooks and returns it. `body` is the unparsed body, `secret` the API secret of
 * the service, or `whsec_` and its base64. Throws {@link ProblemError} with the code `webhook/refused` if a header is
 * missing, the time differs by more than 5 minutes, or no signature matches.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  now: Date = new Date(),
): Promise<WebhookEvent> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !time || !signatures) throw refused('missing-header', 'A header of the webhook is missing.');
  if (!/^\d{1,15}$/.test(time)) throw refused('time', 'The time of the webhook is not a number of seconds.');
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) {
    throw refused(
      'time',
      'The webhook is more than 5 minutes old, or the clocks differ. Check the clock of this machine.',
    );
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), content);
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const candidates = signatures.split(' ').filter((signature) => signature.startsWith('v1,'));
  const results = await Promise.all(
    candidates.map((signature) => {
      const bytes = bytesOf(signature.slice(3));
      // `verify` compares in constant time.
      return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, signed);
    }),
  );
  if (!results.includes(true)) throw refused('signature', 'No signature of the webhook matches. Check the API secret.');
  return { ...(JSON.parse(text) as WebhookEvent), id };
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const decoded = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  return decoded ?? new TextEncoder().encode(secret);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function refused(reason: string, detail: string): ProblemError {
  return new ProblemError({ code: 'webhook/refused', reason, detail });
}
