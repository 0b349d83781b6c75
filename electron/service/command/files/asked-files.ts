import { chmod, mkdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Rights of files that a person asked for: what the umask leaves that the command was started with. */
export function fileRights(umask: number): number {
  return 0o666 & ~umask;
}

/** Makes a folder that a person asked for, with all above it that is missing. Throws the system's error. */
export async function makeAskedFolder(folder: string, umask: number): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined || process.platform === 'win32') return;
  const below = relative(made, folder).split(sep);
  for (const at of below.keys()) await open(join(made, ...below.slice(0, at)), umask);
  if (below[0] !== '') await open(folder, umask);
}

async function open(folder: string, umask: number): Promise<void> {
  // What it has from the folder above stays.
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7000) | (0o777 & ~umask));
}
