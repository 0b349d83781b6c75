import { join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import type { FileSystem, OpenFile } from '../../files/file-system.ts';
import type { Health } from '../health.ts';

/**
 * Wraps a file system so that its failures are {@link ServiceError}s: storage/full, storage/busy, storage/read-only,
 * storage/unwritable. A failed fsync stops all writing, because the kernel may have dropped data, and another fsync
 * would wrongly succeed (https://wiki.postgresql.org/wiki/Fsync_Errors). A file system without fsync, such as some
 * network file systems, causes one warning. If the folder of the workspace was moved or unplugged, nothing is written
 * to its old path.
 */
export function guardFiles(files: FileSystem, health: Health, workspace: string): FileSystem {
  const write = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    health.requireWritable();
    return work().catch((cause: unknown) => (LOST.has(systemCode(cause) ?? '') ? stop(cause) : refuse(cause)));
  };
  const stop = (cause: unknown): never => {
    health.stop(cause);
    throw new ServiceError('storage/read-only', message('detail/brackets', { words: systemCode(cause) ?? 'unknown' }), {
      cause,
    });
  };
  const read = <Value>(work: () => Promise<Value>): Promise<Value> => work().catch(refuse);
  const sync = async (work: () => Promise<void>): Promise<void> => {
    health.requireWritable();
    await work().catch((cause: unknown) => {
      if (UNSYNCABLE.has(systemCode(cause) ?? '')) return health.warnOfSync(cause);
      // Opening a folder fails if the process has used all its file handles. This happens before the sync, so no data
      // is lost.
      const code = systemCode(cause) ?? 'unknown';
      if (BUSY.has(code) || FULL.has(code)) refuse(cause);
      stop(cause);
    });
  };
  /**
   * Stops all writing if the workspace's folder is missing. The folder is created only when the workspace is opened.
   */
  const requireFolder = async (): Promise<void> => {
    if ((await read(() => files.fileFacts(join(workspace, 'tmp')))) !== null) return;
    const missing = new ServiceError('storage/missing', message('detail/brackets', { words: workspace }));
    health.stop(missing);
    throw missing;
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
      if (mode === 'wx+') await requireFolder();
      return guardFile(await read(() => files.open(path, mode)));
    },
    makeFolder: async (path) => {
      await requireFolder();
      await write(() => files.makeFolder(path));
    },
    rename: (from, to) => write(() => files.rename(from, to)),
    link: (from, to) => write(() => files.link(from, to)),
    // Do not change the row of the file. The next start decides whether the file is lost.
    remove: (path) => write(() => files.remove(path)),
    list: (path) => read(() => files.list(path)),
    fileFacts: (path) => read(() => files.fileFacts(path)),
    syncFolder: (path) =>
      sync(() =>
        files.syncFolder(path).catch((cause: unknown) => {
          if (!UNSYNCABLE_FOLDER.has(systemCode(cause) ?? '')) throw cause;
          health.warnOfSync(cause);
        }),
      ),
  };
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** The error codes of a disk that fails, is missing, or has become read-only. */
const LOST = new Set(['EIO', 'EROFS', 'ENODEV', 'ENXIO', 'ESTALE']);
/** The error codes of a file system without fsync. */
const UNSYNCABLE = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);
/** The error codes of a file system on which folders cannot be synced. */
const UNSYNCABLE_FOLDER = new Set([...UNSYNCABLE, 'EBADF', 'EISDIR', 'EPERM', 'EACCES']);
const BUSY = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

function refuse(cause: unknown): never {
  if (cause instanceof ServiceError) throw cause;
  const code = systemCode(cause);
  if (code === null) throw cause;
  if (FULL.has(code)) throw new ServiceError('storage/full', '', { cause });
  if (BUSY.has(code)) throw new ServiceError('storage/busy', message('detail/brackets', { words: code }), { cause });
  throw new ServiceError('storage/unwritable', message('detail/brackets', { words: code }), { cause });
}
