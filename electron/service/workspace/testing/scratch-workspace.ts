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
 * A workspace in a folder of its own, gone at the end of the scope; its clock is the real one, moved by
 * {@link advance}.
 */
export interface ScratchWorkspace extends AsyncDisposable {
  readonly folder: string;
  /** The open one; another after {@link reopen}. */
  readonly workspace: Workspace;
  advance(milliseconds: number): void;
  reopen(): Promise<Workspace>;
}

export async function scratchWorkspace(
  options: { readonly files?: FileSystem; readonly openDepot?: OpenBlobBackend; readonly logger?: StorageLogger } = {},
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

/** A file on its way in, in pieces. */
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

/** The bytes in pieces of at most `pieceBytes`. */
export async function* streamOf(bytes: string | Uint8Array, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
}

/** A chunk on its way in. */
export function chunkOf(
  bytes: string | Uint8Array,
  changes: { readonly sha256?: string; readonly signal?: AbortSignal } = {},
) {
  return { stream: streamOf(bytes), sha256: changes.sha256 ?? null, signal: changes.signal ?? never };
}

/** A stream that hands over some bytes and then waits until it is ended from outside. */
export function stalledStream(bytes: string): {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Settles when the bytes were taken and more is asked for. */
  readonly reached: Promise<void>;
  end(): void;
  fail(error: Error): void;
} {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(bytes);
    reached.resolve();
    await gate.promise;
  }
  return { stream: stream(), reached: reached.promise, end: gate.resolve, fail: gate.reject };
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The code of what was thrown; fails the test when nothing was. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  throw new Error('nothing was thrown');
}
