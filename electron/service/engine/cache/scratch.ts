import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../errors/system-code.ts';
import { isAbandoned, releaseMark, takeMark } from '../../files/owner-mark.ts';

/** A folder for the intermediate files of one render. Disposal removes it. */
export interface Scratch extends AsyncDisposable {
  readonly folder: string;
}

/** Creates a scratch folder in `parent`, and removes folders that killed processes left there. */
export async function openScratch(parent: string): Promise<Scratch> {
  const work = join(parent, 'work');
  const mark = takeMark();
  const folder = join(work, mark);
  // Create both folders in one call: another render may remove the empty `work` folder at any moment.
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(work)) if (isAbandoned(name)) await remove(join(work, name));
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await remove(folder);
      releaseMark(mark);
      await rmdir(work).catch(ignoreUsed);
    },
  };
}

/** Removes a folder. Retries, because on Windows a scanner may still hold a file that was just closed. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function ignoreUsed(error: unknown): void {
  // Other renders use the `work` folder, or have just removed it.
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM', 'EBUSY'].includes(systemCode(error) ?? '')) throw error;
}
