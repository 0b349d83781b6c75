import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './rights.ts';

/**
 * The calls by which storage reaches the disk: few, so that a test can fail each of them. Errors are the system's own.
 */
export interface FileSystem {
  /** `wx+` makes a file that must not be there, for its owner alone; `r` and `r+` open one that must. */
  open(path: string, mode: 'r' | 'r+' | 'wx+'): Promise<OpenFile>;
  /** With all above it, for its owner alone; nothing happens where it is there. */
  makeFolder(path: string): Promise<void>;
  /** Replaces what has the new name. */
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  /** A file, or a folder with all in it; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** Names in a folder; none where there is no folder. */
  list(path: string): Promise<readonly string[]>;
  /** Null where there is nothing. */
  look(path: string): Promise<FileLook | null>;
  /** Makes what was made, renamed or removed in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

export interface FileLook {
  readonly size: number;
  /** Names that the file has. */
  readonly links: number;
  /** When its bytes, names or rights last changed. */
  readonly changedAt: number;
}

export interface OpenFile {
  /** All bytes, in order, beginning at `position`. */
  write(pieces: readonly Uint8Array[], position: number): Promise<void>;
  /** How many bytes were read: 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Never called twice after it failed: the kernel reports a lost write once. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const nodeFileSystem: FileSystem = {
  open: async (path, mode) => openFile(await open(path, mode, PRIVATE_FILE)),
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  },
  rename,
  link,
  remove: (path) => rm(path, { recursive: true, force: true }),
  list: (path) => readdir(path).catch(ifMissing([])),
  look: (path) =>
    stat(path).then(({ size, nlink, ctimeMs }) => ({ size, links: nlink, changedAt: ctimeMs }), ifMissing(null)),
  syncFolder: async (path) => {
    // Windows neither needs nor allows it.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

function openFile(handle: FileHandle): OpenFile {
  return {
    write: async (pieces, position) => {
      let left = pieces.filter((piece) => piece.length > 0);
      let at = position;
      while (left.length > 0) {
        const { bytesWritten } = await handle.writev(left, at);
        at += bytesWritten;
        left = without(left, bytesWritten);
      }
    },
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    truncate: (size) => handle.truncate(size),
    // Data and the size it needs; times of change may come later.
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** What is left of the pieces when their first bytes are written: a write may be short. */
function without(pieces: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  const left: Uint8Array[] = [];
  for (const piece of pieces) {
    if (skip >= piece.length) skip -= piece.length;
    else {
      left.push(piece.subarray(skip));
      skip = 0;
    }
  }
  return left;
}

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return value;
    throw error;
  };
}

/** The system's name of a failure, such as ENOSPC; null for what is no failure of the system. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
