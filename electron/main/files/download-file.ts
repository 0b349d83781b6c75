import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import type { ServiceAccess } from '#main/service-process/forward.ts';
import { basicCredentials } from '#shared/contract/basic-credentials.ts';
import type { SaveFailure } from '#shared/contract/desktop/desktop-shapes.ts';
import { isDeviceName } from '#shared/names/asset-name.ts';

/** The error for a missing or incompletely received file. */
class DownloadError extends Error {
  override readonly name = 'BringError';
  readonly reason: SaveFailure;

  constructor(reason: SaveFailure, options?: ErrorOptions) {
    super(`the download failed: ${reason}`, options);
    this.reason = reason;
  }
}

export interface FileToDownload {
  /** The path of the request to the service. */
  readonly path: string;
  readonly access: ServiceAccess;
  /** The folder of the unfinished file, on the same disk as the final file. */
  readonly folder: string;
  /** Renames the complete file and returns its final path. */
  readonly naming: (unfinished: string) => Promise<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Downloads a file from the service to its final place, completely or not at all. Throws the reason of `signal` if it
 * is aborted.
 */
export async function downloadFile({
  path,
  access,
  folder,
  naming,
  signal,
  onProgress,
}: FileToDownload): Promise<string> {
  const unfinished = join(folder, `.${randomBytes(6).toString('hex')}.unfinished`);
  try {
    const answer = await request(access, path, signal);
    if (answer.statusCode !== 200) {
      answer.resume();
      throw new DownloadError(answer.statusCode === 404 ? 'gone' : 'other');
    }
    await receive(answer, unfinished, onProgress);
    signal?.throwIfAborted();
    return await naming(unfinished);
  } catch (error) {
    await rm(unfinished, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

async function request(
  { url, credentials }: ServiceAccess,
  path: string,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: basicCredentials(credentials) };
  httpGet(new URL(path, url), { headers, ...(signal !== undefined && { signal }) }, resolve).on('error', reject);
  return await promise;
}

async function receive(
  answer: IncomingMessage,
  path: string,
  onProgress?: FileToDownload['onProgress'],
): Promise<void> {
  const expected = Number(answer.headers['content-length'] ?? Number.NaN);
  let received = 0;
  await using file = await open(path, 'wx');
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      received += chunk.length;
      await file.writeFile(chunk);
      onProgress?.(received, expected);
    }
  } catch (error) {
    // All errors except failed writes mean that the connection broke.
    if (isSystemError(error) && error.syscall !== 'write') throw new DownloadError('incomplete', { cause: error });
    throw error;
  }
  if (received !== expected) throw new DownloadError('incomplete');
  await file.sync();
}

/** Returns a function that renames the complete file to this path and replaces an existing file. */
export function replaceExisting(path: string): (unfinished: string) => Promise<string> {
  return async (unfinished) => {
    await rename(unfinished, path);
    return path;
  };
}

/**
 * Returns a function that renames the complete file to this path without replacing another file. If the name is taken,
 * it adds a number.
 */
export function numberIfTaken(path: string): (unfinished: string) => Promise<string> {
  return async (unfinished) => {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? path : numberedPath(path, number);
      if (await renameIfFree(unfinished, candidate)) return candidate;
    }
  };
}

/** The error codes of file systems without links. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'];

/**
 * Renames the file unless the name is taken. Uses `link`, which fails if the name is taken; `rename` would replace the
 * other file.
 */
async function renameIfFree(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const code = isSystemError(error) ? (error.code ?? '') : '';
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
    if (!(await reserveName(path))) return false;
    await rename(unfinished, path);
    return true;
  }
  await rm(unfinished);
  return true;
}

async function reserveName(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns a name with a number: `film.mp4` becomes `film (2).mp4`. */
export function numberedPath(path: string, number: number): string {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)} (${number})${ending}`;
}

/** Returns a name that is valid on every system. */
export function safeName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return plain === '' ? 'film' : isDeviceName(plain) ? `_${plain}` : plain;
}

/** Adds the extension of the format if it is missing. A film therefore never gets the extension of a program. */
export function withEnding(path: string, ending: string): string {
  return extname(path).toLowerCase() === ending.toLowerCase() ? path : `${path}${ending}`;
}

/** Converts an error to the failure reason that the page displays. */
export function failureOf(error: unknown): SaveFailure {
  if (error instanceof DownloadError) return error.reason;
  switch (isSystemError(error) ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'full';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'forbidden';
    default:
      return 'other';
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
