import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FILE } from './rights.ts';
import { syncFolder } from './sync-folder.ts';

/** The suffix of a file that is being written. If no process is writing, a crash left the file behind. */
const UNFINISHED = '.unfinished';

/**
 * Writes a small file for its owner only, atomically and durably. Throws the system's error. Two calls must not write
 * the same path at the same time.
 */
export async function writePrivate(path: string, content: string): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    // Remove a file that a crash left behind, because it may have other permissions.
    await rm(unfinished, { force: true });
    {
      await using file = await open(unfinished, 'wx', PRIVATE_FILE);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}
