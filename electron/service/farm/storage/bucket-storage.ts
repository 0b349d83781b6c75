import { rm } from 'node:fs/promises';
import {
  CopyObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { abortUpload, isListingUnavailable, openUploads } from '../../destinations/abort-upload.ts';
import { reportedFailure } from '../../destinations/reported-failure.ts';
import { type StoreSession, sendWithRetries } from '../../destinations/store-session.ts';
import { attachment } from '../../text/disposition.ts';
import { runPool } from '../../waiting/pool.ts';
import { storeText } from '../settings/farm-config.ts';
import { openBytes } from './bucket-bytes.ts';
import {
  type BucketConfig,
  type BucketOptions,
  type BucketSession,
  factsOf,
  headOf,
  isAbsent,
  isReplaced,
  openBucket,
  putInBucket,
  removeFromBucket,
} from './bucket-session.ts';
import {
  checkStorage,
  damageAction,
  isKey,
  type ListedObject,
  type ObjectFacts,
  type ObjectStorage,
  type TransferOptions,
} from './object-storage.ts';
import { receiveFile } from './receive-file.ts';

const REMOVED_AT_ONCE = 8;
/**
 * The maximum size of an object that one request can copy:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 */
const MAX_COPIED_BYTES = 5 * 2 ** 30;
/**
 * The maximum lifetime of a signed address:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
const MAX_SIGNED_SECONDS = 7 * 24 * 60 * 60;
/** The number of fetches after which an object counts as damaged. A transmission error may cause the first mismatch. */
const FETCHES = 2;

/**
 * Opens a bucket of an S3-compatible object store. `touch` ignores objects over 5 GiB, which are too large for one copy
 * request.
 */
export function openBucketStorage(config: BucketConfig, options: BucketOptions): ObjectStorage {
  const session = openBucket(config, options);
  const storage: ObjectStorage = {
    put: (key, file, transfer) => withStoreErrors(transfer.signal, () => putInBucket(session.at(key), file, transfer)),
    facts: (key, signal) =>
      withStoreErrors(signal, async () => {
        const head = await headOf(session.at(key), signal);
        return head === null ? null : factsOf(head, head.ContentLength);
      }),
    fetch: (key, path, transfer) => withStoreErrors(transfer.signal, () => fetchFrom(session, key, path, transfer)),
    read: (key, range, signal) => withStoreErrors(signal, () => readFrom(session.at(key), range, signal)),
    touch: (key, signal) => withStoreErrors(signal, () => touch(session.at(key), signal)),
    remove: (keys, signal) =>
      withStoreErrors(signal, async () => {
        const places = keys.map((key) => session.at(key));
        await runPool(places, REMOVED_AT_ONCE, signal, removeFromBucket);
      }),
    list: (prefix, signal) => list(session, prefix, signal),
    clearInterrupted: (before, signal) => withStoreErrors(signal, () => clearInterrupted(session, before, signal)),
    signedAddress: async (key, { seconds, contentType, fileName }) => {
      const { client, address } = session.at(key);
      const command = new GetObjectCommand({
        Bucket: address.bucket,
        Key: address.key,
        ResponseContentType: contentType,
        ResponseContentDisposition: attachment(fileName),
      });
      return await getSignedUrl(client, command, { expiresIn: Math.max(1, Math.min(seconds, MAX_SIGNED_SECONDS)) });
    },
    check: (signal) => checkStorage(storage, signal),
    label: labelOf(config),
    close: () => session.bucket[Symbol.dispose](),
  };
  return storage;
}

async function fetchFrom(
  bucket: BucketSession,
  key: string,
  path: string,
  options: TransferOptions,
): Promise<ObjectFacts | null> {
  const { signal } = options;
  const session = bucket.at(key);
  let reported = 0;
  const onProgress = (bytes: number): void => {
    if (bytes <= reported) return;
    reported = bytes;
    options.onProgress?.(bytes);
  };
  for (let attempt = 1; ; attempt++) {
    const opened = await openWhole(session, signal);
    if (opened === null || opened.facts === null) return null;
    const { facts, etag, bytes } = opened;
    const received = await receiveFile(path, bytes, { signal, onProgress }).catch((error: unknown) => {
      if (isReplaced(error)) return null;
      throw error;
    });
    if (received?.bytes === facts.bytes && received.sha256 === facts.sha256) return facts;
    if (received !== null) await rm(path, { force: true });
    if (attempt < FETCHES) continue;
    if (received !== null) await removeDamaged(bucket, key, etag, signal);
    return null;
  }
}

async function openWhole(
  session: StoreSession,
  signal: AbortSignal,
): Promise<Exclude<Awaited<ReturnType<typeof openBytes>>, 'beyond'>> {
  const opened = await openBytes(session, 0, Number.MAX_SAFE_INTEGER, signal);
  if (opened !== 'beyond') return opened;
  // An empty object has no first byte to request, so request only its head.
  const head = await headOf(session, signal);
  return head && { facts: factsOf(head, head.ContentLength), etag: head.ETag ?? null, bytes: noBytes() };
}

/** Removes a damaged object or moves it to `damaged/`, unless it was replaced after it was read. */
async function removeDamaged(
  bucket: BucketSession,
  key: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<void> {
  const action = damageAction(key);
  if (action.kind === 'leave') return;
  const session = bucket.at(key);
  const now = await headOf(session, signal);
  if (now === null || (now.ETag ?? null) !== etag) return;
  if (action.kind === 'set aside') {
    if ((now.ContentLength ?? 0) > MAX_COPIED_BYTES) return;
    const { address } = bucket.at(action.key);
    const command = new CopyObjectCommand({
      Bucket: address.bucket,
      Key: address.key,
      CopySource: copySourceOf(session),
      ...(etag !== null && { CopySourceIfMatch: etag }),
    });
    await sendWithRetries(session, 0, signal, (abortSignal) => session.client.send(command, { abortSignal }));
  }
  await removeFromBucket(session, signal);
}

/** Returns the value of `CopySource` for an object: its bucket and its key, URL-encoded. */
function copySourceOf({ address }: StoreSession): string {
  return [address.bucket, ...address.key.split('/')].map(encodeURIComponent).join('/');
}

async function readFrom(
  session: StoreSession,
  range: Parameters<ObjectStorage['read']>[1],
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | null> {
  const { start, end } = range ?? { start: 0, end: Number.MAX_SAFE_INTEGER };
  const opened = end > start ? await openBytes(session, start, end, signal) : 'beyond';
  if (opened === null) return null;
  if (opened !== 'beyond') return opened.facts && withReportedErrors(opened.bytes, signal);
  const head = await headOf(session, signal);
  return head && factsOf(head, head.ContentLength) && noBytes();
}

async function touch(session: StoreSession, signal: AbortSignal): Promise<void> {
  const { client, address } = session;
  const head = await headOf(session, signal);
  if (head === null || (head.ContentLength ?? 0) > MAX_COPIED_BYTES) return;
  const { ETag: etag, ContentType: contentType } = head;
  const command = new CopyObjectCommand({
    Bucket: address.bucket,
    Key: address.key,
    CopySource: copySourceOf(session),
    // Replace the metadata, because S3 rejects a copy onto itself without a change.
    MetadataDirective: 'REPLACE',
    Metadata: { ...head.Metadata },
    ...(contentType !== undefined && { ContentType: contentType }),
    ...(etag !== undefined && { CopySourceIfMatch: etag }),
  });
  await sendWithRetries(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(
    (error: unknown) => {
      // Ignore the error: the object was removed or replaced after its head was read, so the touch is obsolete.
      if (!isAbsent(error) && !isReplaced(error)) throw error;
    },
  );
}

async function* list(session: BucketSession, prefix: string, signal: AbortSignal): AsyncGenerator<ListedObject> {
  const { client, address } = session.bucket;
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: address.bucket,
      Prefix: `${session.prefix}${prefix}`,
      // Keys of other programs can have control characters, which XML cannot represent.
      EncodingType: 'url',
      ...(token !== undefined && { ContinuationToken: token }),
    });
    const page: ListObjectsV2CommandOutput = await withStoreErrors(signal, () =>
      sendWithRetries(session.bucket, 0, signal, (abortSignal) => client.send(command, { abortSignal })),
    );
    for (const { Key: encoded = '', Size: bytes = 0, LastModified: modified } of page.Contents ?? []) {
      const key = decodeURIComponent(encoded.replaceAll('+', ' ')).slice(session.prefix.length);
      if (isKey(key)) yield { key, bytes, usedAt: modified?.getTime() ?? 0 };
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

async function clearInterrupted(session: BucketSession, before: number, signal: AbortSignal): Promise<number> {
  let cleared = 0;
  try {
    for await (const { key, id, initiated } of openUploads(
      session.bucket,
      session.prefix,
      Number.POSITIVE_INFINITY,
      signal,
    )) {
      const objectKey = key.slice(session.prefix.length);
      if (!isKey(objectKey) || initiated === null || initiated >= before) continue;
      signal.throwIfAborted();
      if (await abortUpload(session.at(objectKey), id, false)) cleared++;
    }
  } catch (error) {
    if (!isListingUnavailable(error)) throw error;
  }
  return cleared;
}

function labelOf(config: BucketConfig): string {
  return config.endpoint === null ? storeText(config) : `${storeText(config)} (${new URL(config.endpoint).host})`;
}

async function* withReportedErrors(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    signal.throwIfAborted();
    throw reportedFailure(error);
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // The bytes of an empty object.
}

/** Runs a request and converts failures of the store into catalogue errors. */
async function withStoreErrors<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  return await work().catch((error: unknown) => {
    signal.throwIfAborted();
    throw reportedFailure(error);
  });
}
