import { createHash } from 'node:crypto';
import type { FileSystem } from '#service/files/file-system.ts';
import type { OpenBlobBackend } from '#service/storage/blobs/blob-backend.ts';
import type { StorageLogger } from '#service/storage/health.ts';
import type { IncomingFile, Workspace } from '#service/storage/stores.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '../open-workspace.ts';

export const HOUR = 3600 * 1000;
export const DAY = 24 * HOUR;
export const never = new AbortController().signal;

/**
 * A workspace in a temporary folder, which is deleted at the end of the scope. Its clock is the real clock plus the sum
 * of all calls of {@link advance}.
 */
export interface ScratchWorkspace extends AsyncDisposable {
  readonly folder: string;
  /** The open workspace. After {@link reopen}, this is a new one. */
  readonly workspace: Workspace;
  advance(milliseconds: number): void;
  reopen(): Promise<Workspace>;
}

export async function scratchWorkspace(
  options: { readonly files?: FileSystem; readonly openBlobs?: OpenBlobBackend; readonly logger?: StorageLogger } = {},
): Promise<ScratchWorkspace> {
  const folder = await temporaryFolder();
  let ahead = 0;
  const open = (): Promise<Workspace> =>
    openWorkspace({ folder: folder.path, clock: () => Date.now() + ahead, databaseTimeout: 50, ...options });
  let workspace = await open();
  return {
    folder: folder.path,
    get workspace() {
      return workspace;
    },
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    reopen: async () => {
      await workspace.close();
      workspace = await open();
      return workspace;
    },
    [Symbol.asyncDispose]: async () => {
      await workspace.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns an incoming file whose bytes arrive in pieces. */
export function incoming(bytes: string | Uint8Array, changes: Partial<IncomingFile> = {}): IncomingFile {
  return {
    stream: streamOf(bytes),
    contentType: null,
    sha256: null,
    limitBytes: 5 * 2 ** 30,
    signal: never,
    ...changes,
  };
}

/** Yields the bytes in pieces of at most `pieceBytes`. */
export async function* streamOf(bytes: string | Uint8Array, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
}

/** Returns an incoming chunk. */
export function chunkOf(
  bytes: string | Uint8Array,
  changes: { readonly sha256?: string; readonly signal?: AbortSignal } = {},
) {
  return { stream: streamOf(bytes), sha256: changes.sha256 ?? null, signal: changes.signal ?? never };
}

/** Returns a stream that yields some bytes and then waits until the test ends it. */
export function stalledStream(bytes: string): {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Resolves when the bytes were read and the reader waits for more. */
  readonly reached: Promise<void>;
  end(): void;
  fail(error: Error): void;
} {
  const ended = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(bytes);
    reached.resolve();
    await ended.promise;
  }
  return { stream: stream(), reached: reached.promise, end: ended.resolve, fail: ended.reject };
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the code of the thrown error. Fails the test if nothing throws. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  throw new Error('nothing was thrown');
}
