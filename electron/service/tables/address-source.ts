import { createHash } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { tableLimits } from '#shared/batch/table.ts';
import { maxAgeOf, nextPoll, type PollResult } from '#shared/live-tables/poll-times.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ReachFailure } from '../errors/source-failure.ts';
import { errorCode } from '../errors/system-code.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import { openChecked } from '../network/guarded-request.ts';
import { displayedAddress } from '../network/shown-address.ts';
import { codingsIn, retryAfter } from '../text/http-headers.ts';
import type { TableContent, TableSource } from './table-source.ts';

const LIMITS = { connectMilliseconds: 5000, idleMilliseconds: 30_000 } as const;
const TOTAL_MS = 60_000;

export interface AddressOptions {
  readonly policy: AddressPolicy;
  /** The interval between requests in seconds. */
  readonly every: number;
  /** A header that only the origin of the address gets, such as `Authorization`. Its value is a secret. */
  readonly header?: { readonly name: string; readonly value: string } | null;
  /** Called when the time of the next request is known, in milliseconds since 1970. */
  readonly onNext?: (at: number) => void;
}

/** The answer to a request: content, unchanged content, or a fault. */
type Answer =
  | { readonly kind: 'content'; readonly bytes: Uint8Array; readonly result: PollResult }
  | { readonly kind: 'same'; readonly result: PollResult }
  | { readonly kind: 'fault'; readonly fault: ServiceError; readonly result: PollResult };

/** Watches a table at an address by sending requests at an interval. Throws `table/source` for a refused address. */
export function addressSource(address: string, { policy, every, header, onNext }: AddressOptions): TableSource {
  const url = webAddress(address, policy);
  let validators: Readonly<Record<string, string>> = {};
  let digest: string | null = null;
  let fault: string | null = null;
  let failures = 0;
  let waitMs = 0;
  let wake: () => void = () => undefined;

  const ask = async (signal: AbortSignal): Promise<Answer> => {
    const headers = { 'user-agent': 'scenewright', accept: '*/*', 'accept-encoding': 'identity', ...validators };
    const own: Record<string, string> = header == null ? {} : { [header.name]: header.value };
    const opened = await openChecked(url, headers, policy, LIMITS, signal, own);
    if (!opened.ok) return faultOf(url, opened.error.reason, { kind: 'failed' });
    const response = opened.value;
    try {
      const result: PollResult = { kind: 'answered', maxAge: maxAgeOf(response.headers['cache-control']) };
      if (response.statusCode === 304) return { kind: 'same', result };
      if (response.statusCode !== 200) return faultOfStatus(url, response);
      if (codingsIn(response.headers['content-encoding']).length > 0)
        return faultOf(
          url,
          message('fetch/compressed', { encoding: response.headers['content-encoding'] ?? '' }),
          result,
        );
      const bytes = await bodyOf(response);
      if (bytes === null) return faultOf(url, message('fetch/too-large', { mostBytes: tableLimits.bytes }), result);
      const { etag, 'last-modified': modified } = response.headers;
      validators = {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(modified !== undefined && { 'if-modified-since': modified }),
      };
      return { kind: 'content', bytes, result };
    } finally {
      response.destroy();
    }
  };

  /** Sends a request and sets the time of the next one. */
  const request = async (signal: AbortSignal): Promise<Answer> => {
    const timeLimit = AbortSignal.timeout(TOTAL_MS);
    const answer = await ask(AbortSignal.any([signal, timeLimit])).catch((error: unknown): Answer => {
      signal.throwIfAborted();
      const reason = timeLimit.aborted ? message('fetch/silent', { seconds: TOTAL_MS / 1000 }) : networkReason(error);
      return faultOf(url, reason, { kind: 'failed' });
    });
    const next = nextPoll(answer.result, { every, failures, random: Math.random() });
    failures = next.failures;
    waitMs = next.seconds * 1000;
    onNext?.(Date.now() + waitMs);
    return answer;
  };
  /** Returns new content; null if the content is unchanged. Throws a fault unless it equals the previous fault. */
  const contentOf = (answer: Answer): TableContent | null => {
    const before = fault;
    fault = answer.kind === 'fault' ? answer.fault.message : null;
    if (answer.kind === 'fault') {
      if (before === fault) return null;
      throw answer.fault;
    }
    if (answer.kind === 'same') {
      if (before === null) return null;
      // After a fault, the content must count as new, but a 304 response has no content. Request it again immediately,
      // without validators.
      fault = before;
      validators = {};
      waitMs = 0;
      return null;
    }
    const found = createHash('sha256').update(answer.bytes).digest('hex');
    const isNew = found !== digest || before !== null;
    digest = found;
    return isNew ? { bytes: answer.bytes } : null;
  };

  return {
    next: async (signal) => {
      for (;;) {
        const change = Promise.withResolvers<void>();
        wake = change.resolve;
        if (waitMs > 0) await Promise.race([pause(waitMs, undefined, { signal }), change.promise]);
        signal.throwIfAborted();
        const content = contentOf(await request(signal));
        if (content !== null) return content;
      }
    },
    again: () => {
      validators = {};
      digest = null;
      waitMs = 0;
      wake();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Returns the address of a table: `https`, or `http` of an allowed host. Throws `table/source`. */
export function webAddress(address: string, { allowHosts }: Pick<AddressPolicy, 'allowHosts'>): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null)
    throw new ServiceError(
      'table/source',
      message('source/unusable', { name: 'address', reason: message('fetch/no-address') }),
    );
  url.hash = '';
  const isAllowed = [url.hostname, url.host].some((host) => allowHosts.has(host.toLowerCase()));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    throw new ServiceError('table/source', message('live/not-https', { address: displayedAddress(url) }));
  if (url.username !== '' || url.password !== '') {
    const name = displayedAddress(url);
    throw new ServiceError('table/source', message('source/unusable', { name, reason: message('fetch/credentials') }));
  }
  return url;
}

function faultOf(url: URL, reason: ReachFailure['reason'], result: PollResult): Answer {
  const says = message('source/unusable', { name: displayedAddress(url), reason });
  return { kind: 'fault', fault: new ServiceError('table/unreachable', says), result };
}

function faultOfStatus(url: URL, response: IncomingMessage): Answer {
  const status = response.statusCode ?? 0;
  const after = retryAfter(response.headers['retry-after'], Date.now()) / 1000;
  const result: PollResult =
    status === 429 || status === 503 ? { kind: 'busy', retryAfter: after } : { kind: 'failed' };
  return faultOf(url, message('fetch/status', { status, words: STATUS_CODES[status] ?? '' }), result);
}

/** Returns the reason of a failed connection. Rethrows errors without a code. */
function networkReason(error: unknown): ReachFailure['reason'] {
  const code = errorCode(error);
  if (code === null) throw error;
  if (code === 'ETIMEDOUT') return message('fetch/silent', { seconds: LIMITS.idleMilliseconds / 1000 });
  return message('fetch/broke-off', { words: code });
}

/** Reads a body; null if it exceeds the size limit of tables. */
async function bodyOf(response: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > tableLimits.bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
