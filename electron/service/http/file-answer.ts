import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { CallName } from '#shared/contract/contract.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { attachment, inline } from '../text/disposition.ts';
import { evaluateConditions, rangeApplies } from './conditions.ts';
import type { CallAnswer, CallRequest } from './handler.ts';

export type FileFacts = Extract<CallAnswer, { readonly file: unknown }>['file'];

export interface PreparedFile {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The range to send; null if no content is sent. */
  readonly range: ByteRange | null;
}

/** Returns the status, headers, and range of the answer to a request for a file. */
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
  const rangeHeader = rangeApplies(request.headers['if-range'], file) ? request.headers['range'] : undefined;
  // "Range ... is only defined for GET" (14.2).
  const range = request.head ? null : chooseRange(rangeHeader, size);
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

/**
 * Returns the value of `Cache-Control`. Clients may store the file. They revalidate it at each use, or only after
 * `freshSeconds`, or never if it is immutable.
 */
function cacheControl({ immutable, freshSeconds }: FileFacts): string {
  if (immutable === true)
    return freshSeconds === undefined
      ? 'private, max-age=31536000, immutable'
      : `public, max-age=${freshSeconds}, immutable`;
  return freshSeconds === undefined ? 'private, no-cache' : `public, max-age=${freshSeconds}, must-revalidate`;
}

/** Opens a part of a file before the answer starts. Throws if the size of the file differs. */
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
  const stats = await handle.stat();
  if (stats.size !== size)
    throw new ServiceError('request/internal', '', { cause: new Error('a blob has another size') });
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}

/** A range of bytes that includes its first and its last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the range in a Range header (RFC 9110, 14.1.2). Returns null for the whole file, and `unsatisfiable` if the
 * file has no such range. A request for several ranges gets the whole file: "A server MAY ignore the Range header
 * field" (14.2), and multipart answers are a known way to overload a server.
 */
function chooseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  // Ignore an invalid range: "invalid if the last-pos value is present and less than first-pos".
  if (to !== '' && Number(to) < first) return null;
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
