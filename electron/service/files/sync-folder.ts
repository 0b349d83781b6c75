import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** What file systems answer that have no sync, or none of folders. */
const WITHOUT_SYNC = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'EISDIR', 'EPERM', 'EACCES']);

/** Makes names in a folder durable, where its file system can; Windows neither needs nor allows it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!WITHOUT_SYNC.has(codeOf(error) ?? '')) throw error;
  }
}

/** As {@link syncFolder}, at once. */
export function syncFolderNow(folder: string): void {
  if (process.platform !== 'win32') syncNow(folder, 'r');
}

/** Makes a file's bytes durable at once, where its file system can. */
export function syncFileNow(file: string): void {
  syncNow(file, 'r+');
}

function syncNow(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!WITHOUT_SYNC.has(codeOf(error) ?? '')) throw error;
  } finally {
    closeSync(handle);
  }
}

/** The system's name of a failure; null for what is no failure of the system. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
