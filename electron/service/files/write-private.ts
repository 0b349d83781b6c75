import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FILE } from './rights.ts';
import { syncFolder } from './sync-folder.ts';

/** Such a name is nobody's when no process is writing: a crash left it. */
const UNFINISHED = '.unfinished';

/**
 * Writes a small file for its owner alone: it is there whole and for good when this settles, or as it was before.
 * Throws the system's error. Two writers of one path at the same time are not provided for.
 */
export async function writePrivate(path: string, content: string): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    // What a crash left may have other rights.
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
