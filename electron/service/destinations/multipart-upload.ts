import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { message } from '#shared/messages/message.ts';
import { abortStrayUploads, abortUpload, isUploadGone } from './abort-upload.ts';
import type { FilmFile, OpenUploadNote } from './destination.ts';
import { contentMd5, type FilmRange, rangeBody } from './film-range.ts';
import { sumSentBytes } from './sent-bytes.ts';
import { StoreError, type StoreFailure } from './store-failure.ts';
import { MAX_PARALLEL_PARTS, type StoreSession, sendWithRetries } from './store-session.ts';

const MEBIBYTE = 2 ** 20;
const MIN_PART_BYTES = 8 * MEBIBYTE;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PARTS = 10_000;
/**
 * The time limit, in milliseconds, of opening an upload after a cancellation. A user waits for the canceled render to
 * end.
 */
const CANCELLED_MILLISECONDS = 4000;

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly metadata: Readonly<Record<string, string>>;
  readonly onProgress?: ((bytesSent: number) => void) | undefined;
  readonly openUpload?: OpenUploadNote | undefined;
}

/**
 * Splits a film into parts of whole mebibytes; only the last part can differ. The parts are as small as their minimum
 * size and the maximum of 10,000 parts allow.
 */
export function partRanges({ path, bytes }: Pick<FilmFile, 'path' | 'bytes'>): readonly FilmRange[] {
  const needed = Math.ceil(bytes / MAX_PARTS / MEBIBYTE) * MEBIBYTE;
  const size = Math.max(MIN_PART_BYTES, needed);
  return Array.from({ length: Math.ceil(bytes / size) }, (_, index) => {
    const offset = index * size;
    return { path, offset, bytes: Math.min(size, bytes - offset) };
  });
}

/**
 * Sends a film in parts, three at a time. Returns the ETag of the object if the store returned one. If an error occurs,
 * aborts the upload before it throws the error, so that the store keeps no parts. Throws {@link StoreError} or the
 * signal's reason.
 */
export async function uploadInParts(
  session: StoreSession,
  film: FilmFile,
  options: UploadOptions,
): Promise<string | null> {
  const uploadId = await openUpload(session, film, options);
  try {
    options.openUpload?.note({ kind: 'open', id: uploadId });
    const parts = await sendParts(session, uploadId, partRanges(film), options);
    const etag = await complete(session, uploadId, parts, options.signal);
    options.openUpload?.note(null);
    return etag;
  } catch (error) {
    if (await abortUpload(session, uploadId, options.signal.aborted)) options.openUpload?.note(null);
    throw error;
  }
}

async function openUpload(session: StoreSession, film: FilmFile, options: UploadOptions): Promise<string> {
  const { client, address } = session;
  // Do not interrupt the request, because it could open an upload with an unknown id. Wait for its answer, and then
  // abort the upload.
  const opening = AbortSignal.any([
    lingering(options.signal, CANCELLED_MILLISECONDS),
    AbortSignal.timeout(session.limits.requestMilliseconds * session.limits.attempts),
  ]);
  const since = Date.now();
  // Record the attempt now: from here on, a crash could leave an open upload whose id is lost.
  options.openUpload?.note({ kind: 'opening', since });
  let tries = 0;
  const { UploadId: uploadId } = await sendWithRetries(session, 0, options.signal, () => {
    tries++;
    const command = new CreateMultipartUploadCommand({
      Bucket: address.bucket,
      Key: address.key,
      ContentType: film.contentType,
      Metadata: { ...options.metadata },
    });
    return client.send(command, { abortSignal: opening });
  }).catch((error: unknown) => {
    // Clear the record if the store refused the request, because then no upload is open. Keep the record if no answer
    // arrived, because an upload may be open.
    if (error instanceof StoreError && !error.failure.isTemporary) options.openUpload?.note(null);
    throw error;
  });
  if (uploadId === undefined) throw brokenAnswer(message('store/no-upload'));
  const isInUse = (id: string) => id === uploadId || options.openUpload?.belongsToAnother(id) === true;
  if (tries > 1) await abortStrayUploads(session, since, isInUse);
  return uploadId;
}

interface SentPart {
  readonly PartNumber: number;
  readonly ETag: string;
}

async function sendParts(
  session: StoreSession,
  uploadId: string,
  ranges: readonly FilmRange[],
  options: UploadOptions,
): Promise<readonly SentPart[]> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const count = sumSentBytes(options.onProgress);
  const sent: SentPart[] = [];
  const waiting = ranges.entries();
  const work = async () => {
    // All workers share the iterator, so each one takes the next range.
    for (const [index, range] of waiting) {
      const number = index + 1;
      sent[index] = await sendPart(session, uploadId, number, range, signal, (bytes) => count(number, bytes));
    }
  };
  const workers = Array.from({ length: MAX_PARALLEL_PARTS }, () =>
    work().catch((error: unknown) => {
      stopped.abort(error);
      throw error;
    }),
  );
  // Wait for all workers before the upload is aborted, because a part that arrives later would stay at the store.
  const outcomes = await Promise.allSettled(workers);
  options.signal.throwIfAborted();
  stopped.signal.throwIfAborted();
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return sent;
}

async function sendPart(
  session: StoreSession,
  uploadId: string,
  number: number,
  range: FilmRange,
  signal: AbortSignal,
  onBytes: (sent: number) => void,
): Promise<SentPart> {
  const md5 = await contentMd5(range, signal);
  return await sendWithRetries(session, range.bytes, signal, async (abortSignal, fail) => {
    const command = new UploadPartCommand({
      Bucket: session.address.bucket,
      Key: session.address.key,
      UploadId: uploadId,
      PartNumber: number,
      Body: rangeBody(range, abortSignal, { onBytes, fail }),
      ContentLength: range.bytes,
      ContentMD5: md5,
    });
    const { ETag: etag } = await session.client.send(command, { abortSignal });
    // Completing the upload requires the ETag of each part.
    if (etag === undefined)
      throw Object.assign(new Error('no ETag'), { code: 'MissingETag', $metadata: { httpStatusCode: 502 } });
    return { PartNumber: number, ETag: etag };
  });
}

async function complete(
  session: StoreSession,
  uploadId: string,
  parts: readonly SentPart[],
  signal: AbortSignal,
): Promise<string | null> {
  let tries = 0;
  try {
    const { ETag: etag } = await sendWithRetries(session, 0, signal, (abortSignal) => {
      tries++;
      const command = new CompleteMultipartUploadCommand({
        Bucket: session.address.bucket,
        Key: session.address.key,
        UploadId: uploadId,
        MultipartUpload: { Parts: [...parts] },
      });
      return session.client.send(command, { abortSignal });
    });
    return etag ?? null;
  } catch (error) {
    // Continue: an earlier attempt may have completed the upload although its answer was lost. The verification reports
    // whether it did.
    if (tries > 1 && isUploadGone(error)) return null;
    throw error;
  }
}

/** Returns a signal that aborts the given time after another signal. */
function lingering(signal: AbortSignal, milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const onAbort = () => setTimeout(() => controller.abort(signal.reason), milliseconds).unref();
  signal.addEventListener('abort', onAbort, { once: true });
  return controller.signal;
}

function brokenAnswer(says: StoreFailure['says']): StoreError {
  return new StoreError({ kind: 'failed', status: null, code: '', isTemporary: false, says });
}
