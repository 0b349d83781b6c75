import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailure } from '../../errors/storage-failure.ts';
import { UNFINISHED } from '../../files/prune-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';

/**
 * Settles where a file can be written into each of these folders; makes those that are not there. Throws as a disk's
 * failures are told, such as of one that is full, has become read-only, or was unplugged.
 */
export async function requireWritable(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const path = join(folder, `${randomUUID()}${UNFINISHED}`);
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(path, 'can be written', { mode: PRIVATE_FILE });
      await rm(path);
    } catch (error) {
      // A full disk still takes the name of a file: whoever tries all night would leave thousands.
      await rm(path, { force: true }).catch(() => undefined);
      throw storageFailure(error);
    }
  }
}
