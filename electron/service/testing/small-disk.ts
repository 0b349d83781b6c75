import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

/** Mounts a disk of the given size, such as `200k`, in memory. It is unmounted at the end of the scope. */
export async function mountDisk(path: string, size: string): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(path, { recursive: true });
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await promisify(execFile)('umount', [path]);
    },
  };
}

/** Checks whether this process can mount disks. Only root can mount them, and some containers prevent it. */
export async function canMount(): Promise<boolean> {
  await using folder = await temporaryFolder();
  try {
    await using _disk = await mountDisk(folder.path, '1m');
    return true;
  } catch {
    return false;
  }
}
