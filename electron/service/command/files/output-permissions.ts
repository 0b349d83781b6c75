import { chmod, mkdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Returns the permissions of output files according to the user's umask. The command itself runs with a private umask.
 */
export function fileRights(umask: number): number {
  return 0o666 & ~umask;
}

/** Creates an output folder and its missing parents. Throws the errors of the system. */
export async function makeOutputFolder(folder: string, umask: number): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined || process.platform === 'win32') return;
  const below = relative(made, folder).split(sep);
  for (const at of below.keys()) await open(join(made, ...below.slice(0, at)), umask);
  if (below[0] !== '') await open(folder, umask);
}

async function open(folder: string, umask: number): Promise<void> {
  // Keep the bits that the folder inherits from its parent.
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7000) | (0o777 & ~umask));
}
