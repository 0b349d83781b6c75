import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
} from '@aws-sdk/client-s3';
import type { OpenUpload, OpenUploadNote } from './destination.ts';
import { StoreError } from './store-failure.ts';
import { type StoreSession, sendWithRetries } from './store-session.ts';

const ABORT_MILLISECONDS = 30_000;
/** The time limit, in milliseconds, of an abort after a cancellation. A user waits for the canceled render to end. */
const HURRIED_ABORT_MILLISECONDS = 4000;
const ABORT_ROUNDS = 3;
/**
 * The maximum clock skew between this machine and the store. S3 refuses requests with a larger skew
 * (RequestTimeTooSkewed), so the start times of uploads are accurate within this limit.
 */
const MAX_SKEW_MILLISECONDS = 15 * 60_000;
/** The maximum number of pages that are read. A page has a thousand uploads. */
const MAX_PAGES = 10;

/**
 * Aborts an upload that an earlier process may have left open. Returns true if the upload is gone or cannot be found,
 * and false if a later call may still abort it. Never throws.
 */
export async function abortOpenUpload(
  session: StoreSession,
  upload: OpenUpload,
  { belongsToAnother }: Pick<OpenUploadNote, 'belongsToAnother'>,
): Promise<boolean> {
  if (upload.kind === 'open') return await abortUpload(session, upload.id, false);
  const uploadIds = await uploadsSince(session, upload.since - MAX_SKEW_MILLISECONDS);
  if (uploadIds === null) return false;
  const candidates = uploadIds.filter((id) => !belongsToAnother(id));
  const aborted = await Promise.all(candidates.map((id) => abortUpload(session, id, false)));
  return aborted.every((isGone) => isGone);
}

/**
 * Aborts uploads whose ids were lost because the store's answers did not arrive. Considers uploads that were opened
 * since a known time. Never throws.
 */
export async function abortStrayUploads(
  session: StoreSession,
  since: number,
  isInUse: (uploadId: string) => boolean,
): Promise<void> {
  const uploadIds = (await uploadsSince(session, since - MAX_SKEW_MILLISECONDS)) ?? [];
  await Promise.all(uploadIds.filter((id) => !isInUse(id)).map((id) => abortUpload(session, id, true)));
}

/**
 * Returns the ids of open uploads to exactly this object that were opened since a time. Returns null if the store is
 * unreachable now, and an empty list if the credentials do not allow listing.
 */
async function uploadsSince(session: StoreSession, since: number): Promise<readonly string[] | null> {
  const signal = AbortSignal.timeout(ABORT_MILLISECONDS);
  const uploadIds: string[] = [];
  try {
    for await (const { key, id, initiated } of openUploads(session, session.address.key, MAX_PAGES, signal))
      if (key === session.address.key && (initiated ?? since) >= since) uploadIds.push(id);
    return uploadIds;
  } catch (error) {
    if (isListingUnavailable(error)) return uploadIds;
    if (signal.aborted || error instanceof StoreError) return null;
    throw error;
  }
}

export interface ListedUpload {
  readonly key: string;
  readonly id: string;
  /** The start in milliseconds since 1970; null if the store does not state it. */
  readonly initiated: number | null;
}

/**
 * Yields the uploads with a key prefix that are neither completed nor aborted, from at most `mostPages` pages. Throws
 * {@link StoreError} and the signal's reason.
 */
export async function* openUploads(
  session: StoreSession,
  prefix: string,
  mostPages: number,
  signal: AbortSignal,
): AsyncGenerator<ListedUpload> {
  let marker: Marker | null = {};
  for (let page = 0; page < mostPages && marker !== null; page++) {
    const listed: ListMultipartUploadsCommandOutput = await listUploads(session, prefix, marker, signal);
    for (const { Key: key, UploadId: id, Initiated: initiated } of listed.Uploads ?? [])
      if (key !== undefined && id !== undefined) yield { key, id, initiated: initiated?.getTime() ?? null };
    marker = nextMarker(listed);
  }
}

/**
 * Checks whether listing is unavailable: the credentials grant only write access, or the store does not implement it.
 */
export function isListingUnavailable(error: unknown): boolean {
  return isForbidden(error) || (error instanceof StoreError && error.failure.status === 501);
}

interface Marker {
  readonly KeyMarker?: string;
  readonly UploadIdMarker?: string;
}

function listUploads(
  { client, address, limits }: StoreSession,
  prefix: string,
  marker: Marker,
  signal: AbortSignal,
): Promise<ListMultipartUploadsCommandOutput> {
  const command = new ListMultipartUploadsCommand({ Bucket: address.bucket, Prefix: prefix, ...marker });
  return sendWithRetries({ address, limits }, 0, signal, (abortSignal) => client.send(command, { abortSignal }));
}

function nextMarker(listed: ListMultipartUploadsCommandOutput): Marker | null {
  const { IsTruncated: isTruncated, NextKeyMarker: key, NextUploadIdMarker: id } = listed;
  if (isTruncated !== true || key === undefined) return null;
  return { KeyMarker: key, ...(id === undefined ? {} : { UploadIdMarker: id }) };
}

/**
 * Aborts an upload and checks that it is gone, because the store may still receive a part that was in transit. Returns
 * true if the upload is certainly gone. Never throws.
 */
export async function abortUpload(session: StoreSession, uploadId: string, hurried: boolean): Promise<boolean> {
  const signal = AbortSignal.timeout(hurried ? HURRIED_ABORT_MILLISECONDS : ABORT_MILLISECONDS);
  const upload = { Bucket: session.address.bucket, Key: session.address.key, UploadId: uploadId };
  try {
    for (let round = 0; round < ABORT_ROUNDS; round++) {
      const aborted = await sendWithRetries(session, 0, signal, (abortSignal) =>
        session.client.send(new AbortMultipartUploadCommand(upload), { abortSignal }).then(() => true),
      ).catch(goneOrThrow);
      const listed = await sendWithRetries(session, 0, signal, (abortSignal) =>
        session.client.send(new ListPartsCommand(upload), { abortSignal }).then(() => true),
      ).catch((error: unknown) => (aborted && isForbidden(error) ? false : goneOrThrow(error)));
      if (!listed) return true;
    }
    return false;
  } catch (error) {
    if (signal.aborted || error instanceof StoreError) return false;
    throw error;
  }
}

function goneOrThrow(error: unknown): false {
  if (isUploadGone(error)) return false;
  throw error;
}

export function isUploadGone(error: unknown): boolean {
  return error instanceof StoreError && (error.failure.code === 'NoSuchUpload' || error.failure.status === 404);
}

/**
 * Checks whether the credentials forbid listing. Callers then assume that the upload is gone, because credentials with
 * only write access cannot find out.
 */
function isForbidden(error: unknown): boolean {
  return error instanceof StoreError && error.failure.status === 403;
}
