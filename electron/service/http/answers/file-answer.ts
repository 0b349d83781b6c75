import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { CallName } from '#shared/contract/contract.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { attachment, inline } from '../../text/disposition.ts';
import { evaluateConditions, rangeApplies } from '../calls/conditions.ts';
import type { CallAnswer, CallRequest } from '../calls/handler.ts';
import { type ByteRange, chooseRange } from './byte-range.ts';

export type FileFacts = Extract<CallAnswer, { readonly file: unknown }>['file'];

export interface PreparedFile {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent; null where there is no content. */
  readonly range: ByteRange | null;
}

/** Which status, headers and bytes a request for a file is answered with. */
export function prepareFile(file: FileFacts, request: Pick<CallRequest<CallName>, 'headers' | 'head'>): PreparedFile {
  const { size, etag, modifiedAt, contentType } = file;
  const validators = {
    etag,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'cache-control': cacheControl(file),
    'accept-ranges': 'bytes',
  };
  const outcome = evaluateConditions(request.headers, file);
  if (outcome === 'failed') return { status: 412, headers: validators, range: null };
  if (outcome === 'not-modified') return { status: 304, headers: validators, range: null };
  const asked = rangeApplies(request.headers['if-range'], file) ? request.headers['range'] : undefined;
  // "Range ... is only defined for GET" (14.2).
  const range = request.head ? null : chooseRange(asked, size);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...validators, 'content-range': `bytes */${size}` }, range: null };
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const headers = {
    ...validators,
    'content-type': contentType,
    'content-length': String(last - first + 1),
    ...(file.inline !== undefined && { 'content-disposition': inline(file.inline) }),
    ...(file.attachment !== null && { 'content-disposition': attachment(file.attachment) }),
    ...(range !== null && { 'content-range': `bytes ${first}-${last}/${size}` }),
  };
  return { status: range === null ? 200 : 206, headers, range: request.head ? null : { first, last } };
}

/** To be kept, and asked about each time, unless its address says which bytes it means or it may be shown meanwhile. */
function cacheControl({ immutable, freshSeconds }: FileFacts): string {
  if (immutable === true) return 'private, max-age=31536000, immutable';
  return freshSeconds === undefined ? 'private, no-cache' : `public, max-age=${freshSeconds}, must-revalidate`;
}

/** Opens a part of a file, before anything is answered; throws when it is not what it was said to be. */
export async function openRange(
  file: FileFacts,
  { first, last }: ByteRange,
  signal: AbortSignal,
): Promise<Readable | Buffer> {
  if (last < first) return Buffer.alloc(0);
  if ('read' in file) return await file.read({ start: first, end: last + 1 }, signal);
  const handle = await open(file.path, 'r').catch((error: unknown) => {
    if (isMissing(error)) throw new ServiceError('storage/missing', '', { cause: error });
    throw error;
  });
  try {
    await requireSize(handle, file.size);
    return handle.createReadStream({ start: first, end: last, highWaterMark: 256 * 1024 });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function requireSize(handle: FileHandle, size: number): Promise<void> {
  const found = await handle.stat();
  if (found.size !== size)
    throw new ServiceError('request/internal', '', { cause: new Error('a blob has another size') });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
