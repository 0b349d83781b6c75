import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { systemCode } from './file-system.ts';

/** Error codes of file systems without sync of files or folders. */
const WITHOUT_SYNC = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'EISDIR', 'EPERM', 'EACCES']);

/**
 * Makes the entries of a folder durable if the file system supports it. Windows needs no sync of folders and refuses
 * it.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!WITHOUT_SYNC.has(systemCode(error) ?? '')) throw error;
  }
}

/** Does the same as {@link syncFolder}, synchronously. */
export function syncFolderNow(folder: string): void {
  if (process.platform !== 'win32') syncNow(folder, 'r');
}

/** Makes a file's bytes durable, synchronously, if the file system supports it. */
export function syncFileNow(file: string): void {
  syncNow(file, 'r+');
}

function syncNow(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!WITHOUT_SYNC.has(systemCode(error) ?? '')) throw error;
  } finally {
    closeSync(handle);
  }
}
