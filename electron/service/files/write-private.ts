import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FILE } from './rights.ts';
import { syncFolder } from './sync-folder.ts';

/** Suffix of a file that is being written. If no process is writing, a crash left it. */
const UNFINISHED = '.unfinished';

/**
 * Writes a small file for its owner only. The write is atomic and durable. Throws the system's error. Callers must not
 * write the same path at the same time.
 */
export async function writePrivate(path: string, content: string): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    // A file that a crash left may have other rights.
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
