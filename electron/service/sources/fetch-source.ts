import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ReachFailure, SourceFailure } from '../errors/source-failure.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import { openChecked, type RequestLimits } from '../network/guarded-request.ts';
import { displayedAddress } from '../network/shown-address.ts';
import { codingsIn, retryAfter } from '../text/http-headers.ts';
import type { LocalFile, SourceStore, StoredCopy } from './source-store.ts';

export interface FetchOptions {
  readonly store: SourceStore;
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
  /** A callback for the number of bytes that were read so far, and the total if the server states it. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  readonly limits?: Partial<FetchLimits>;
}

export interface FetchLimits extends RequestLimits {
  readonly totalMilliseconds: number;
  readonly bytes: number;
  /**
   * The number of retries after temporary failures, and the first pause before a retry in milliseconds. Each pause is
   * twice as long as the previous one.
   */
  readonly retries: number;
  readonly pauseMilliseconds: number;
}

const LIMITS: FetchLimits = {
  connectMilliseconds: 5000,
  idleMilliseconds: 30_000,
  totalMilliseconds: 30 * 60_000,
  bytes: 5 * 2 ** 30,
  retries: 3,
  pauseMilliseconds: 500,
};
const MAX_PAUSE_MILLISECONDS = 30_000;

type Attempt =
  | { readonly kind: 'done'; readonly source: LocalFile }
  | { readonly kind: 'failed'; readonly failure: ReachFailure }
  | { readonly kind: 'again'; readonly failure: ReachFailure; readonly afterMilliseconds: number };

/**
 * Downloads a remote source into the store, or revalidates the stored copy with the server. Retries after temporary
 * failures (network, 5xx, 429). Messages contain the address without its query, which may contain a secret. Throws the
 * signal's reason after an abort, and {@link ServiceError} `storage/full`, `storage/unwritable`, or `agents/address`.
 * Leaves no unfinished file behind.
 */
export async function fetchSource(address: string, options: FetchOptions): Promise<Result<LocalFile, SourceFailure>> {
  const limits = { ...LIMITS, ...options.limits };
  if (!URL.canParse(address)) {
    const says = message('source/unusable', { name: address, reason: message('fetch/no-address') });
    return err({ code: 'source/refused', says });
  }
  const url = new URL(address);
  url.hash = '';
  const failureWith = ({ code, reason }: ReachFailure) =>
    err({ code, says: message('source/unusable', { name: displayedAddress(url), reason }) });
  const timeLimit = AbortSignal.timeout(limits.totalMilliseconds);
  const signal = AbortSignal.any([options.signal, timeLimit]);
  for (let retry = 0; ; retry++) {
    const attempt = await tryOnce(url, { ...options, signal }, limits).catch((error: unknown): Attempt => {
      options.signal.throwIfAborted();
      if (timeLimit.aborted) return failed(message('fetch/overtime', { minutes: limits.totalMilliseconds / 60_000 }));
      return afterError(error, limits);
    });
    if (attempt.kind === 'done') return ok(attempt.source);
    if (attempt.kind === 'failed' || retry >= limits.retries) return failureWith(attempt.failure);
    // Add jitter, so that the retries of many clients are spread when a server recovers.
    const backOff = limits.pauseMilliseconds * 2 ** retry * (0.5 + Math.random());
    const wait = Math.min(Math.max(backOff, attempt.afterMilliseconds), MAX_PAUSE_MILLISECONDS);
    await pause(wait, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
  }
}

async function tryOnce(url: URL, options: FetchOptions, limits: FetchLimits): Promise<Attempt> {
  const { store, policy, signal } = options;
  const copy = await store.find(url.href);
  const opened = await openChecked(url, headersFor(copy), policy, limits, signal);
  if (!opened.ok)
    return {
      kind: opened.error.code === 'source/refused' ? 'failed' : 'again',
      failure: opened.error,
      afterMilliseconds: 0,
    };
  const response = opened.value;
  try {
    if (response.statusCode === 304 && copy !== null) {
      const source = await store.take(copy);
      // Download the source again, because its copy was removed from the cache during the request.
      return source === null
        ? { ...failed(message('fetch/not-kept')), kind: 'again', afterMilliseconds: 0 }
        : { kind: 'done', source };
    }
    if (response.statusCode !== 200) return afterStatus(response);
    return await receive(url, response, options, limits);
  } finally {
    response.destroy();
  }
}

function headersFor(copy: StoredCopy | null): Record<string, string> {
  return {
    'user-agent': 'scenewright',
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(copy?.etag ? { 'if-none-match': copy.etag } : {}),
    ...(copy?.lastModified ? { 'if-modified-since': copy.lastModified } : {}),
  };
}

async function receive(
  url: URL,
  response: IncomingMessage,
  options: FetchOptions,
  limits: FetchLimits,
): Promise<Attempt> {
  const { store, signal, onProgress } = options;
  const { 'content-encoding': encoding, 'transfer-encoding': transfer } = response.headers;
  const codings = [...codingsIn(encoding), ...codingsIn(transfer)];
  if (codings.length > 0) return failed(message('fetch/compressed', { encoding: codings.join(', ') }));
  const total = response.headers['content-length'] === undefined ? null : Number(response.headers['content-length']);
  const tooLarge = failed(message('fetch/too-large', { mostBytes: limits.bytes }));
  if (total !== null && total > limits.bytes) return tooLarge;

  const hash = createHash('sha256');
  let bytes = 0;
  const path = await store.unfinishedPath();
  try {
    await writeNew(path, response, signal, (chunk) => {
      bytes += chunk.length;
      if (bytes > limits.bytes) throw new TooLargeError();
      hash.update(chunk);
      onProgress?.(bytes, total);
    });
    const { etag = null, 'last-modified': lastModified = null } = response.headers;
    return {
      kind: 'done',
      source: await store.keep(path, url.href, { sha256: hash.digest('hex'), etag, lastModified }),
    };
  } catch (error) {
    if (error instanceof TooLargeError) return tooLarge;
    throw error;
  } finally {
    // Remove the file after a failure. After a success, the file has already been moved.
    await rm(path, { force: true });
  }
}

/** Writes the answer to a new file and syncs it. The file is closed when the function returns or throws. */
async function writeNew(
  path: string,
  response: IncomingMessage,
  signal: AbortSignal,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  // Open the file here, because a stream that opens its file itself may do so after the cleanup of a broken connection.
  await using file = await open(path, 'wx');
  await pipeline(
    response,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        onChunk(chunk);
        await file.appendFile(chunk);
      }
      await file.sync();
    },
    { signal },
  );
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

function afterStatus(response: IncomingMessage): Attempt {
  const status = response.statusCode ?? 0;
  const reason = message('fetch/status', { status, words: STATUS_CODES[status] ?? '' });
  if (status === 404 || status === 410) return { kind: 'failed', failure: { code: 'source/not-found', reason } };
  if (status !== 429 && status < 500) return failed(reason);
  return {
    kind: 'again',
    failure: failed(reason).failure,
    afterMilliseconds: retryAfter(response.headers['retry-after'], Date.now()),
  };
}

function afterError(error: unknown, limits: FetchLimits): Attempt {
  if (!(error instanceof Error) || error instanceof ServiceError) throw error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new ServiceError('storage/full', '', { cause: error });
  if ('path' in error)
    throw new ServiceError('storage/unwritable', message('detail/brackets', { words: code }), { cause: error });
  const reason =
    code === 'ETIMEDOUT'
      ? message('fetch/silent', { seconds: limits.idleMilliseconds / 1000 })
      : message('fetch/broke-off', { words: code || error.message });
  return { kind: 'again', failure: failed(reason).failure, afterMilliseconds: 0 };
}

function failed(reason: ReachFailure['reason']): Extract<Attempt, { kind: 'failed' }> {
  return { kind: 'failed', failure: { code: 'source/fetch-failed', reason } };
}
