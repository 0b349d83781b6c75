import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { systemCode } from '../errors/system-code.ts';

/** The error codes of file systems that cannot sync files or folders. */
const WITHOUT_SYNC = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'EISDIR', 'EPERM', 'EACCES']);

/**
 * Syncs the entries of a folder if the file system supports it. Does nothing on Windows, which refuses a sync of
 * folders.
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

/** Syncs the entries of a folder synchronously, as {@link syncFolder} does. */
export function syncFolderNow(folder: string): void {
  if (process.platform !== 'win32') syncNow(folder, 'r');
}

/** Syncs a file's bytes synchronously if the file system supports it. */
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
