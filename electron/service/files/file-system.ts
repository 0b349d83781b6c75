import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { systemCode } from '../errors/system-code.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './rights.ts';

/** The few system calls that storage uses. A test can make each of them fail. They throw the errors of the system. */
export interface FileSystem {
  /**
   * Opens a file. `wx+` creates a new file that only its owner can access, and fails if the file exists. `r` and `r+`
   * open an existing file.
   */
  open(path: string, mode: 'r' | 'r+' | 'wx+'): Promise<OpenFile>;
  /** Creates a folder and its parents, which only their owner can access. Does nothing if the folder exists. */
  makeFolder(path: string): Promise<void>;
  /** Renames a file. Replaces a file that has the new name. */
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  /** Removes a file, or a folder with its content, if the path exists. */
  remove(path: string): Promise<void>;
  /** Returns the names in a folder; an empty list if the folder does not exist. */
  list(path: string): Promise<readonly string[]>;
  /** Returns facts about a path; null if it does not exist. */
  fileFacts(path: string): Promise<FileStat | null>;
  /** Syncs the entries of a folder: its new, renamed, and removed files. */
  syncFolder(path: string): Promise<void>;
}

export interface FileStat {
  readonly size: number;
  /** The number of hard links to the file. */
  readonly links: number;
  /** The time of the last change of bytes, names, or rights, in milliseconds since 1970. */
  readonly changedAt: number;
}

export interface OpenFile {
  /** Writes all pieces in order, starting at `position`. */
  write(pieces: readonly Uint8Array[], position: number): Promise<void>;
  /** Reads bytes at a position. Returns their number; 0 at the end of the file. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Syncs the bytes. Do not call this again after a failure, because the kernel reports a lost write only once. */
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
  fileFacts: (path) =>
    stat(path).then(({ size, nlink, ctimeMs }) => ({ size, links: nlink, changedAt: ctimeMs }), ifMissing(null)),
  syncFolder: async (path) => {
    // Skip Windows, which does not need a sync of folders and refuses it.
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
      let remaining = pieces.filter((piece) => piece.length > 0);
      let at = position;
      while (remaining.length > 0) {
        const { bytesWritten } = await handle.writev(remaining, at);
        at += bytesWritten;
        remaining = without(remaining, bytesWritten);
      }
    },
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    truncate: (size) => handle.truncate(size),
    // `datasync` is enough: it syncs the data and the size. The modification time may be written later.
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** Returns the pieces that remain after the written bytes. The system may write fewer bytes than requested. */
function without(pieces: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  const remaining: Uint8Array[] = [];
  for (const piece of pieces) {
    if (skip >= piece.length) skip -= piece.length;
    else {
      remaining.push(piece.subarray(skip));
      skip = 0;
    }
  }
  return remaining;
}

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return value;
    throw error;
  };
}
