import { stat } from 'node:fs/promises';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { checkedAddresses } from '../media/address-guard.ts';
import { ServiceError } from '../service-error.ts';
import type { Destination, DestinationCredentials, FilmFile, SendOptions, SentFilm } from './destination.ts';
import { contentMd5, rangeBody } from './film-range.ts';
import { abortUpload, type UploadOptions, uploadInParts } from './multipart-upload.ts';
import { sentBytes } from './sent-bytes.ts';
import { storeAddress } from './store-address.ts';
import { StoreError } from './store-failure.ts';
import { openStore, persist, SEND_LIMITS, type StoreSession } from './store-session.ts';
import { unlessAborted } from './unless-aborted.ts';

/** From here on a film goes in parts, so that a connection that breaks costs little. */
const MULTIPART_BYTES = 16 * 2 ** 20;
/** Our note on the object, by which verifying tells this film from another one of the same size. */
const DIGEST = 'sha256';

/** See `sendFilm`. */
export async function sendToObjectStore(
  film: FilmFile,
  destination: Destination,
  credentials: DestinationCredentials,
  options: SendOptions,
): Promise<SentFilm> {
  const address = storeAddress(destination);
  // A name is checked again at each connection. One that nobody knows may be known when it is asked for again.
  const allowed = await unlessAborted(checkedAddresses(new URL(address.url), options.policy), options.signal);
  if (!allowed.ok && allowed.error.code === 'source/refused')
    throw new ServiceError('destination/refused', `The endpoint ${allowed.error.message}.`);
  const limits = { ...SEND_LIMITS, ...options.limits };
  const checksum = destination.checksum ?? (address.isAmazon ? 'auto' : 'when-required');
  const sendWith = async (withChecksums: boolean) => {
    using session = openStore(address, credentials, { policy: options.policy, limits, withChecksums });
    return await send(session, film, options);
  };
  try {
    const { size } = await stat(film.path);
    if (size !== film.bytes) throw storeError('The film on disk has another size than it had.');
    return await sendWith(checksum === 'auto').catch((error: unknown) => {
      const isUnknown = error instanceof StoreError && error.failure.status === 501;
      if (checksum === 'auto' && isUnknown) return sendWith(false);
      throw error;
    });
  } catch (error) {
    options.signal.throwIfAborted();
    throw reported(error);
  }
}

/** What the caller is told. Causes end at our own errors: the client's hold what was sent. */
function reported(error: unknown): unknown {
  if (error instanceof StoreError) {
    const { kind, words } = error.failure;
    return new ServiceError(kind === 'refused' ? 'destination/refused' : 'destination/failed', words, { cause: error });
  }
  if (error instanceof Error && 'syscall' in error)
    return new ServiceError('destination/failed', 'The film on disk could not be read.', { cause: error });
  return error;
}

async function send(session: StoreSession, film: FilmFile, options: SendOptions): Promise<SentFilm> {
  const { openUpload, onProgress, signal } = options;
  if (
    openUpload !== undefined &&
    openUpload.previous !== null &&
    (await abortUpload(session, openUpload.previous, false))
  )
    openUpload.note(null);
  const upload: UploadOptions = { signal, metadata: { [DIGEST]: film.sha256 }, onProgress, openUpload };
  const etag = await (film.bytes < MULTIPART_BYTES ? put : uploadInParts)(session, film, upload);
  return { url: session.address.url, etag: await verify(session, film, etag, signal) };
}

async function put(session: StoreSession, film: FilmFile, options: UploadOptions): Promise<string | null> {
  const { client, address } = session;
  const range = { path: film.path, offset: 0, bytes: film.bytes };
  const md5 = await contentMd5(range, options.signal);
  const count = sentBytes(options.onProgress);
  const { ETag: etag } = await persist(session, film.bytes, options.signal, (abortSignal, fail) => {
    const body = rangeBody(range, abortSignal, { onBytes: (bytes) => count(1, bytes), fail });
    const command = new PutObjectCommand({
      Bucket: address.bucket,
      Key: address.key,
      Body: body,
      ContentLength: film.bytes,
      ContentMD5: md5,
      ContentType: film.contentType,
      Metadata: { ...options.metadata },
    });
    return client.send(command, { abortSignal });
  });
  return etag ?? null;
}

/**
 * Asks the store what it has now: the size, our note of the digest, and the ETag that the upload was answered with. The
 * bytes themselves were checked by the store on their way (Content-MD5). Answers the ETag. Throws {@link StoreError}.
 */
async function verify(
  session: StoreSession,
  film: FilmFile,
  etag: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const { client, address } = session;
  const place = { Bucket: address.bucket, Key: address.key };
  const found = await persist(session, 0, signal, async (abortSignal) =>
    client.send(new HeadObjectCommand(place), { abortSignal }),
  ).catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.failure.kind === 'refused') throw error;
    const words = `It took the film, and could not be asked whether it is whole. ${error.failure.words}`;
    throw new StoreError({ ...error.failure, words });
  });
  const digest = found.Metadata?.[DIGEST];
  const isOurs = digest === film.sha256;
  if (found.ContentLength !== film.bytes) {
    // An object is whole or absent.
    if (isOurs) await client.send(new DeleteObjectCommand(place), { abortSignal: signal }).catch(() => undefined);
    throw unlike(`has ${found.ContentLength ?? 'an unknown number of'} bytes instead of ${film.bytes}`);
  }
  if (digest !== undefined && !isOurs) throw unlike('is another film, sent there at the same time');
  if (etag === null) {
    if (!isOurs) throw unlike('cannot be told to be this film');
    return found.ETag ?? null;
  }
  if (found.ETag !== undefined && unquoted(found.ETag) !== unquoted(etag)) throw unlike('was replaced meanwhile');
  return etag;
}

function unquoted(etag: string): string {
  return etag.replace(/^"|"$/g, '');
}

function unlike(what: string): StoreError {
  return storeError(`What it holds after sending ${what}.`);
}

function storeError(words: string): StoreError {
  return new StoreError({ kind: 'failed', status: null, code: '', passing: false, words });
}
