import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../errors/system-code.ts';
import { isAbandoned, type OwnedFolder, releaseMark, removeFolder, takeMark } from '../../files/owner-mark.ts';

/**
 * Creates a folder for the intermediate files of one render in `parent`, and removes folders that killed processes left
 * there.
 */
export async function openScratch(parent: string): Promise<OwnedFolder> {
  const work = join(parent, 'work');
  const mark = takeMark();
  const folder = join(work, mark);
  // Create both folders in one call: another render may remove the empty `work` folder at any moment.
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(work)) if (isAbandoned(name)) await removeFolder(join(work, name));
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await removeFolder(folder);
      releaseMark(mark);
      await rmdir(work).catch(ignoreUsed);
    },
  };
}

function ignoreUsed(error: unknown): void {
  // Other renders use the `work` folder, or have just removed it.
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM', 'EBUSY'].includes(systemCode(error) ?? '')) throw error;
}
