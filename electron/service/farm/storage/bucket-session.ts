import { stat } from 'node:fs/promises';
import { DeleteObjectCommand, HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { message } from '#shared/messages/message.ts';
import type { SendLimits } from '../../destinations/destination.ts';
import { putObject } from '../../destinations/put-object.ts';
import { storeAddress } from '../../destinations/store-address.ts';
import { StoreError } from '../../destinations/store-failure.ts';
import { openStore, SEND_LIMITS, type StoreSession, sendWithRetries } from '../../destinations/store-session.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { digestFile } from '../../files/digest-file.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { StoreConfig } from '../settings/farm-config.ts';
import { checkKey, type ObjectFacts, type StoredFile, type TransferOptions } from './object-storage.ts';

export type BucketConfig = Extract<StoreConfig, { readonly kind: 's3' }>;

export interface BucketOptions {
  /** Overrides of the limits; for tests. */
  readonly limits?: Partial<SendLimits>;
  /** Replaces the name lookup; for tests. */
  readonly resolve?: AddressPolicy['resolve'];
}

/**
 * The limits of requests to a farm's store. They are shorter than for destinations, because the store is near and jobs
 * wait for it.
 */
const FARM_LIMITS: SendLimits = { ...SEND_LIMITS, requestMilliseconds: 30_000, leastBytesPerSecond: 32 * 1024 };
/** The maximum number of connections. Parts are looked up concurrently, and large objects use several connections. */
const CONNECTIONS = 32;

export interface BucketSession {
  /** The session for requests about the bucket. */
  readonly bucket: StoreSession;
  /** Returns the session for an object. Throws a `ServiceError` `destination/refused` for an invalid key. */
  at(key: string): StoreSession;
  /** The prefix of all keys, with its slash. */
  readonly prefix: string;
}

/**
 * Opens a session without a connection. It connects only to the store's own host, in any network, because the operator
 * chose it.
 */
export function openBucket(config: BucketConfig, options: BucketOptions): BucketSession {
  const { bucket: name, endpoint, region, accessKeyId, secretAccessKey, authority } = config;
  const prefix = config.prefix === '' ? '' : `${config.prefix}/`;
  const address = storeAddress({ kind: 'object_store', bucket: name, filename: `${prefix}key`, endpoint, region });
  const { resolve } = options;
  const policy: AddressPolicy = {
    allowHosts: new Set([address.endpoint.hostname, `${name}.${address.endpoint.hostname}`]),
    allowLoopback: false,
    ...(resolve !== undefined && { resolve }),
  };
  const bucket = openStore(
    address,
    { accessKeyId, secretAccessKey },
    {
      policy,
      limits: { ...FARM_LIMITS, ...options.limits },
      // Stores of other vendors may not support checksums.
      withChecksums: address.isAmazon,
      authority,
      connections: CONNECTIONS,
    },
  );
  return {
    bucket,
    prefix,
    at: (key) => {
      checkKey(key);
      return { ...bucket, address: { ...address, key: `${prefix}${key}` } };
    },
  };
}

/**
 * Puts a file and verifies that the store has it completely. Accepts an object that another machine put at the same
 * time. Throws {@link StoreError}, a `ServiceError` if the file differs from its description, and the signal's reason.
 */
export async function putInBucket(
  session: StoreSession,
  file: StoredFile,
  { signal, onProgress }: TransferOptions,
): Promise<void> {
  signal.throwIfAborted();
  await requireSame(file, signal);
  const film = { ...file, contentType: 'application/octet-stream' };
  await putObject(session, film, { signal, onProgress, metadata: { sha256: file.sha256 } });
  const head = await headOf(session, signal);
  const facts = head === null ? null : factsOf(head, head.ContentLength);
  if (facts === null) throw storeError(message('store/unlike'));
  if (facts.sha256 !== file.sha256 || facts.bytes === file.bytes) return;
  // Remove the incomplete object.
  await removeFromBucket(session, signal);
  throw storeError(message('store/bytes', { there: facts.bytes, wanted: file.bytes }));
}

async function requireSame({ path, bytes, sha256 }: StoredFile, signal: AbortSignal): Promise<void> {
  const read = async () => (await stat(path)).size === bytes && (await digestFile(path, signal)) === sha256;
  const isSame = await read().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('destination/failed', message('destination/film-unreadable'), { cause });
  });
  if (!isSame) throw new ServiceError('destination/failed', message('destination/film-changed'));
}

function storeError(says: StoreError['failure']['says']): StoreError {
  return new StoreError({ kind: 'failed', status: null, code: '', isTemporary: false, says });
}

/**
 * Returns the head of the session's object; null if it is absent. Throws {@link StoreError} and the signal's reason.
 */
export async function headOf(session: StoreSession, signal: AbortSignal): Promise<HeadObjectCommandOutput | null> {
  const { client, address } = session;
  const command = new HeadObjectCommand({ Bucket: address.bucket, Key: address.key });
  return await sendWithRetries(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(
    nullIfAbsent,
  );
}

/** Returns the facts in an answer; null if it has no valid digest. */
export function factsOf(
  answer: { readonly Metadata?: Record<string, string> | undefined; readonly LastModified?: Date | undefined },
  bytes: number | undefined,
): ObjectFacts | null {
  const sha256 = answer.Metadata?.['sha256'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(sha256) || bytes === undefined) return null;
  return { bytes, sha256, usedAt: answer.LastModified?.getTime() ?? 0 };
}

/**
 * Removes the session's object. An absent object is not an error. Throws {@link StoreError} and the signal's reason.
 */
export async function removeFromBucket(session: StoreSession, signal: AbortSignal): Promise<void> {
  const { client, address } = session;
  const command = new DeleteObjectCommand({ Bucket: address.bucket, Key: address.key });
  await sendWithRetries(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfAbsent);
}

function nullIfAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

/** Returns whether the object is absent in an existing bucket. */
export function isAbsent(error: unknown): boolean {
  return error instanceof StoreError && error.failure.status === 404 && error.failure.code !== 'NoSuchBucket';
}

/** Returns whether a {@link StoreError} means that the object was replaced. */
export function isReplaced(error: unknown): boolean {
  return error instanceof StoreError && error.failure.status === 412;
}
