import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnswerFaults, NO_ANSWER_FAULTS, reply } from './fake-object-store-answers.ts';
import { readBody } from './fake-object-store-body.ts';
import {
  operate,
  problem,
  type StoreAnswer,
  type StoreCall,
  type StoreContents,
  type StoredObject,
} from './fake-object-store-operations.ts';
import { checkSignature, type StoreKeys } from './fake-object-store-signature.ts';
import { loopbackServer } from './loopback-server.ts';

/**
 * The faults, which a test can set at any time. A count applies to the next requests and decreases with each request.
 */
export interface StoreFaults extends AnswerFaults {
  /** The number of answers 503 SlowDown. */
  slowDown: number;
  /** The number of answers 500 InternalError. */
  internalError: number;
  /** The number of connections that are reset in the middle of a PUT's body. */
  resets: number;
  /** The number of requests without an answer. */
  silent: number;
  /** The number of completions with the answer 200 and an error in the body. */
  completeErrors: number;
  /** The number of completions that succeed and whose answer is lost. */
  completeLost: number;
  /** The number of uploads that are opened and whose answer is lost. */
  createLost: number;
  /** The answer to every request, such as `{ status: 403, code: 'ExpiredToken' }`. */
  always: { readonly status: number; readonly code: string } | null;
  /** The answer to every request with the given method. */
  onMethod: { readonly method: string; readonly status: number; readonly code: string } | null;
  /** The region of the bucket. Requests that are signed for another region get the answer 301. */
  region: string | null;
  /** Whether the answers to PUTs have no ETag. */
  withoutEtag: boolean;
  /** Whether checksums in trailers and headers get the answer 501. */
  refusesChecksums: boolean;
  /** The rate at which bodies are read; null for no limit. */
  bytesPerSecond: number | null;
  /** The milliseconds by which the clock of the store is ahead. */
  clockAheadMilliseconds: number;
  /** The maximum number of keys in one answer of a listing; null for the usual number. */
  keysAtOnce: number | null;
  /** The maximum number of bytes that are stored for an object; null for all bytes. */
  keepsBytes: number | null;
}

export interface FakeObjectStore extends AsyncDisposable {
  /** The endpoint for a destination, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly keys: StoreKeys;
  /** The only bucket. */
  readonly bucket: string;
  readonly faults: StoreFaults;
  /** The objects by `bucket/key`. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Returns the ids of multipart uploads that are neither completed nor aborted. */
  readonly openUploads: () => readonly string[];
  /** Changes the bytes of an object, by `bucket/key`, without changing its ETag and metadata. */
  readonly damage: (name: string, change: (bytes: Buffer) => Buffer) => void;
  /** Replaces an object with a new one that has the same bytes. */
  readonly replace: (name: string) => void;
  /** Every request so far, as `METHOD path?query`. */
  readonly log: readonly string[];
  /** Called for every request when it arrives. */
  onRequest: (line: string) => void;
}

const NO_FAULTS: StoreFaults = {
  slowDown: 0,
  internalError: 0,
  resets: 0,
  silent: 0,
  completeErrors: 0,
  completeLost: 0,
  createLost: 0,
  always: null,
  onMethod: null,
  region: null,
  withoutEtag: false,
  refusesChecksums: false,
  bytesPerSecond: null,
  clockAheadMilliseconds: 0,
  keysAtOnce: null,
  keepsBytes: null,
  ...NO_ANSWER_FAULTS,
};

/**
 * Starts a store in memory. It has the part of the S3 protocol (path style) that sending films and sharing parts
 * require. It checks signatures and simulates `faults`. It stops at the end of the scope.
 */
export async function fakeObjectStore(options: { readonly bucket?: string } = {}): Promise<FakeObjectStore> {
  const bucket = options.bucket ?? 'films';
  const keys: StoreKeys = {
    accessKeyId: 'AKIAFAKEFAKEFAKE0001',
    secretAccessKey: 'fake/secret+canary/0123456789abcdef',
  };
  const contents: StoreContents = { objects: new Map(), uploads: new Map() };
  const faults = { ...NO_FAULTS };
  const log: string[] = [];
  const closing = new AbortController();
  const server = await loopbackServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    log.push(line);
    store.onRequest(line);
    answer(request, { bucket, keys, contents, faults, closing: closing.signal }).then(
      (outcome) =>
        outcome === 'reset'
          ? request.socket.resetAndDestroy()
          : outcome && reply(response, request, outcome, faults, closing.signal),
      // The client disconnected in the middle of its body.
      () => response.destroy(),
    );
  });
  const store: FakeObjectStore = {
    url: server.url,
    keys,
    bucket,
    faults,
    objects: contents.objects,
    damage: (name, change) => {
      const found = contents.objects.get(name);
      if (found !== undefined) contents.objects.set(name, { ...found, bytes: change(found.bytes) });
    },
    replace: (name) => {
      const found = contents.objects.get(name);
      if (found !== undefined) contents.objects.set(name, { ...found, etag: `"${randomUUID()}"` });
    },
    openUploads: () => [...contents.uploads.keys()],
    log,
    onRequest: () => undefined,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await server[Symbol.asyncDispose]();
    },
  };
  return store;
}

interface RequestDependencies {
  readonly bucket: string;
  readonly keys: StoreKeys;
  readonly contents: StoreContents;
  readonly faults: StoreFaults;
  readonly closing: AbortSignal;
}

async function answer(request: IncomingMessage, around: RequestDependencies): Promise<StoreAnswer | 'reset' | null> {
  const { faults, contents } = around;
  const method = request.method ?? '';
  const url = new URL(request.url ?? '', 'http://store');
  const [bucket = '', ...segments] = decodeURIComponent(url.pathname).slice(1).split('/');
  const body = await bodyOf(request, around);
  const refusal = refused(request, url, bucket, around);
  if (refusal !== null) return refusal === 'silent' ? null : refusal;
  if ('problem' in body) return problem(400, body.problem);
  if (faults.keysAtOnce !== null) url.searchParams.set('max-keys', String(faults.keysAtOnce));
  const isCompletion = method === 'POST' && url.searchParams.has('uploadId');
  if (isCompletion && take(faults, 'completeErrors')) return { ...problem(200, 'InternalError') };
  const bytes = faults.keepsBytes === null || isCompletion ? body.bytes : body.bytes.subarray(0, faults.keepsBytes);
  const outcome = operate(contents, callOf(request, url, { bucket, key: segments.join('/'), body: bytes }));
  if (isCompletion && take(faults, 'completeLost')) return 'reset';
  const isOpening = method === 'POST' && url.searchParams.has('uploads');
  if (isOpening && take(faults, 'createLost')) return 'reset';
  return method === 'PUT' && faults.withoutEtag && outcome.status === 200 ? { status: 200 } : outcome;
}

function callOf(
  request: IncomingMessage,
  { searchParams: query }: URL,
  rest: Pick<StoreCall, 'bucket' | 'key' | 'body'>,
): StoreCall {
  return {
    ...rest,
    query,
    method: request.method ?? '',
    contentType: request.headers['content-type'] ?? 'binary/octet-stream',
    metadata: metadataOf(request),
    range: headerOf(request, 'range'),
    ifMatch: headerOf(request, 'if-match') ?? headerOf(request, 'x-amz-copy-source-if-match'),
    copySource: headerOf(request, 'x-amz-copy-source'),
    replacesMetadata: headerOf(request, 'x-amz-metadata-directive') === 'REPLACE',
  };
}

/** Reads the body at the configured rate, or breaks the connection in the middle. */
async function bodyOf(request: IncomingMessage, { faults, closing }: RequestDependencies): ReturnType<typeof readBody> {
  const breaks = request.method === 'PUT' && take(faults, 'resets');
  let seen = 0;
  return await readBody(request, async (received) => {
    if (breaks) {
      request.socket.resetAndDestroy();
      throw new Error('reset as told');
    }
    if (faults.bytesPerSecond === null) return;
    await pause(((received - seen) / faults.bytesPerSecond) * 1000, undefined, { signal: closing });
    seen = received;
  });
}

function refused(
  request: IncomingMessage,
  url: URL,
  bucket: string,
  { bucket: known, keys, faults }: RequestDependencies,
): StoreAnswer | 'silent' | null {
  if (take(faults, 'silent')) return 'silent';
  if (take(faults, 'slowDown')) return problem(503, 'SlowDown');
  if (take(faults, 'internalError')) return problem(500, 'InternalError');
  // If a signature does not match, S3 quotes the request in its explanation.
  const quoted = `<StringToSign>${request.headers.authorization}</StringToSign><Canary>${keys.secretAccessKey}</Canary>`;
  if (faults.always !== null) return problem(faults.always.status, faults.always.code, quoted);
  if (faults.onMethod !== null && faults.onMethod.method === request.method)
    return problem(faults.onMethod.status, faults.onMethod.code);
  const signed = checkSignature(request, keys, Date.now() + faults.clockAheadMilliseconds);
  if ('problem' in signed) return problem(403, signed.problem, quoted);
  if (bucket !== known) return problem(404, 'NoSuchBucket', `<BucketName>${url.pathname}</BucketName>`);
  if (faults.region !== null && signed.region !== faults.region) {
    const moved = problem(301, 'PermanentRedirect', '<Endpoint>http://127.0.0.1:1</Endpoint>');
    return { ...moved, headers: { 'x-amz-bucket-region': faults.region, location: 'http://127.0.0.1:1/elsewhere' } };
  }
  const names = Object.keys(request.headers);
  const hasChecksum = names.some((name) => name === 'x-amz-trailer' || name.startsWith('x-amz-checksum-'));
  return faults.refusesChecksums && hasChecksum ? problem(501, 'NotImplemented') : null;
}

type CountedFault =
  | 'resets'
  | 'slowDown'
  | 'internalError'
  | 'silent'
  | 'completeErrors'
  | 'completeLost'
  | 'createLost';

function take(faults: StoreFaults, name: CountedFault): boolean {
  if (faults[name] <= 0) return false;
  faults[name]--;
  return true;
}

function metadataOf({ headers }: IncomingMessage): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(named.map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]));
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
