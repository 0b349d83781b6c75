import { statfs } from 'node:fs/promises';

/** Bytes that are free on the disk of a folder; null where the folder is away or the system does not tell. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}
