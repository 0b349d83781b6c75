import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file so that it is there as a whole or as it was before, whatever happens. Throws the system's error. */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`;
  try {
    {
      await using file = await open(unfinished, 'wx', mode);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
