import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../errors/storage-failure.ts';
import { isAbandoned, letGo, takeMark } from '../../files/owner-mark.ts';

/** A folder for one render's intermediate files; gone when the scope that holds it ends. */
export interface Scratch extends AsyncDisposable {
  readonly folder: string;
}

/** Makes a scratch folder below `parent`, and removes those whose owners are gone without having cleaned up. */
export async function openScratch(parent: string): Promise<Scratch> {
  const work = join(parent, 'work');
  const mark = takeMark();
  const folder = join(work, mark);
  // In one call, because another render may remove the empty `work` at any moment.
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(work)) if (isAbandoned(name)) await remove(join(work, name));
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await remove(folder);
      letGo(mark);
      await rmdir(work).catch(ignoreUsed);
    },
  };
}

/** Tried again for a while, because on Windows a file that was just closed may still be held by a scanner. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function ignoreUsed(error: unknown): void {
  // Other renders work there, or have just removed it.
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM', 'EBUSY'].includes(systemCode(error))) throw error;
}
