import { stat } from 'node:fs/promises';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { message } from '#shared/messages/message.ts';
import { abortable } from '../waiting/abortable.ts';
import { abortOpenUpload } from './abort-upload.ts';
import { allowedAddress } from './allowed-address.ts';
import type {
  ClearOptions,
  Destination,
  DestinationCredentials,
  FilmFile,
  OpenUpload,
  SendOptions,
  SentFilm,
} from './destination.ts';
import type { UploadOptions } from './multipart-upload.ts';
import { putObject } from './put-object.ts';
import { reportedFailure } from './reported-failure.ts';
import { StoreError, type StoreFailure } from './store-failure.ts';
import { openStore, SEND_LIMITS, type StoreSession, sendWithRetries } from './store-session.ts';

/**
 * The name of the digest in the object's metadata. With the digest, the verification distinguishes this film from
 * another one of the same size.
 */
const DIGEST_FIELD = 'sha256';

/** Sends a film: the implementation of `sendFilm`. */
export async function sendToObjectStore(
  film: FilmFile,
  destination: Destination,
  credentials: DestinationCredentials,
  options: SendOptions,
): Promise<SentFilm> {
  const address = await allowedAddress(destination, options.policy, options.signal);
  const limits = { ...SEND_LIMITS, ...options.limits };
  const checksum = destination.checksum ?? (address.isAmazon ? 'auto' : 'when-required');
  const sendWith = async (withChecksums: boolean) => {
    using session = openStore(address, credentials, { policy: options.policy, limits, withChecksums });
    return await send(session, film, options);
  };
  try {
    const { size } = await stat(film.path);
    if (size !== film.bytes) throw storeError(message('destination/film-changed'));
    return await sendWith(checksum === 'auto').catch((error: unknown) => {
      const isUnknown = error instanceof StoreError && error.failure.status === 501;
      if (checksum === 'auto' && isUnknown) return sendWith(false);
      throw error;
    });
  } catch (error) {
    options.signal.throwIfAborted();
    throw reportedFailure(error);
  }
}

/** Aborts an upload: the implementation of `clearOpenUpload`. */
export async function clearAtObjectStore(
  upload: OpenUpload,
  destination: Destination,
  credentials: DestinationCredentials,
  options: ClearOptions,
): Promise<boolean> {
  const address = await allowedAddress(destination, options.policy, options.signal);
  const limits = { ...SEND_LIMITS, ...options.limits };
  using session = openStore(address, credentials, { policy: options.policy, limits, withChecksums: false });
  return await abortable(abortOpenUpload(session, upload, options), options.signal);
}

async function send(session: StoreSession, film: FilmFile, options: SendOptions): Promise<SentFilm> {
  const { openUpload, onProgress, signal } = options;
  if (openUpload !== undefined && openUpload.previous !== null) {
    // The upload may be complete, because a crash may have occurred after its end and before the record was cleared.
    const existing = await verify(session, film, null, signal).catch(nullIfAbsent);
    if (await abortOpenUpload(session, openUpload.previous, openUpload)) openUpload.note(null);
    signal.throwIfAborted();
    if (existing !== null) return { url: session.address.url, ...existing };
  }
  const upload: UploadOptions = { signal, metadata: { [DIGEST_FIELD]: film.sha256 }, onProgress, openUpload };
  const etag = await putObject(session, film, upload);
  return { url: session.address.url, ...(await verify(session, film, etag, signal)) };
}

interface Verified {
  /** The entity tag of the object; null if the store returns none. */
  readonly etag: string | null;
}

/**
 * Verifies the stored object: the size, the digest in its metadata, and the ETag of the upload. The store has already
 * verified the bytes during the transfer (Content-MD5). Returns the ETag; null if the store returns none. Throws {@link
 * StoreError}.
 */
async function verify(
  session: StoreSession,
  film: FilmFile,
  etag: string | null,
  signal: AbortSignal,
): Promise<Verified> {
  const { client, address } = session;
  const objectName = { Bucket: address.bucket, Key: address.key };
  const head = await sendWithRetries(session, 0, signal, async (abortSignal) =>
    client.send(new HeadObjectCommand(objectName), { abortSignal }),
  ).catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.failure.kind === 'refused') throw error;
    const { failure } = error;
    if (failure.says.code === 'store/not-asked') throw error;
    throw new StoreError({ ...failure, says: message('store/not-asked', { failure: failure.says }) });
  });
  const digest = head.Metadata?.[DIGEST_FIELD];
  const isThisFilm = digest === film.sha256;
  if (head.ContentLength !== film.bytes) {
    // Delete an incomplete object, which must not remain.
    if (isThisFilm)
      await client.send(new DeleteObjectCommand(objectName), { abortSignal: signal }).catch(() => undefined);
    throw storeError(message('store/bytes', { there: head.ContentLength ?? null, wanted: film.bytes }));
  }
  if (digest !== undefined && !isThisFilm) throw storeError(message('store/another-film'));
  if (etag === null) {
    if (!isThisFilm) throw storeError(message('store/unlike'));
    return { etag: head.ETag ?? null };
  }
  if (head.ETag !== undefined && unquoted(head.ETag) !== unquoted(etag)) throw storeError(message('store/replaced'));
  return { etag };
}

/**
 * Returns null for the error of an object that is missing, incomplete, or a different film. Throws all other errors.
 * After null, the caller sends the film.
 */
function nullIfAbsent(error: unknown): null {
  if (error instanceof StoreError && error.failure.kind === 'failed') return null;
  throw error;
}

function unquoted(etag: string): string {
  return etag.replace(/^"|"$/g, '');
}

function storeError(says: StoreFailure['says']): StoreError {
  return new StoreError({ kind: 'failed', status: null, code: '', isTemporary: false, says });
}
