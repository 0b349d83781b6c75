import { ServiceError } from '../service-error.ts';
import { type FileSystem, type OpenFile, systemCode } from './file-system.ts';
import type { Health } from './health.ts';

/**
 * A file system whose failures are {@link ServiceError}s: storage/full, storage/busy, storage/read-only,
 * storage/unwritable. A failed fsync stops all writing: what the kernel dropped cannot be known any more, and another
 * fsync would wrongly succeed (https://wiki.postgresql.org/wiki/Fsync_Errors).
 */
export function guardFiles(files: FileSystem, health: Health): FileSystem {
  const write = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    health.requireWritable();
    return work().catch((cause: unknown) => (LOST.has(systemCode(cause) ?? '') ? stop(cause) : refuse(cause)));
  };
  const stop = (cause: unknown): never => {
    health.stop(cause);
    throw new ServiceError('storage/read-only', `(${systemCode(cause) ?? 'unknown'})`, { cause });
  };
  const read = <Value>(work: () => Promise<Value>): Promise<Value> => work().catch(refuse);
  const sync = async (work: () => Promise<void>): Promise<void> => {
    health.requireWritable();
    await work().catch((cause: unknown) => {
      // Opening a folder can fail for want of handles: nothing was synced then, and nothing was lost.
      const code = systemCode(cause) ?? 'unknown';
      if (BUSY.has(code) || FULL.has(code)) refuse(cause);
      stop(cause);
    });
  };
  const guardFile = (file: OpenFile): OpenFile => ({
    write: (pieces, position) => write(() => file.write(pieces, position)),
    read: (buffer, position) => read(() => file.read(buffer, position)),
    truncate: (size) => write(() => file.truncate(size)),
    sync: () => sync(() => file.sync()),
    close: () => read(() => file.close()),
  });
  return {
    open: async (path, mode) => {
      if (mode !== 'r') health.requireWritable();
      return guardFile(await read(() => files.open(path, mode)));
    },
    makeFolder: (path) => write(() => files.makeFolder(path)),
    rename: (from, to) => write(() => files.rename(from, to)),
    link: (from, to) => write(() => files.link(from, to)),
    // What is in doubt may count after all: it is left to the next start.
    remove: (path) => write(() => files.remove(path)),
    list: (path) => read(() => files.list(path)),
    look: (path) => read(() => files.look(path)),
    syncFolder: (path) => sync(() => files.syncFolder(path)),
  };
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** The disk fails, is gone, or was made read-only. */
const LOST = new Set(['EIO', 'EROFS', 'ENODEV', 'ENXIO', 'ESTALE']);
const BUSY = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

function refuse(cause: unknown): never {
  if (cause instanceof ServiceError) throw cause;
  const code = systemCode(cause);
  if (code === null) throw cause;
  if (FULL.has(code)) throw new ServiceError('storage/full', '', { cause });
  if (BUSY.has(code)) throw new ServiceError('storage/busy', `(${code})`, { cause });
  throw new ServiceError('storage/unwritable', `(${code})`, { cause });
}
