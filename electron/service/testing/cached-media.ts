import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';

/**
 * Makes the file at `path`, or copies it if an earlier test of the same run made it with the same arguments. Copies
 * exist only if SCENEWRIGHT_TEST_MEDIA is set.
 */
export async function cachedMedia(path: string, args: readonly string[], make: () => Promise<unknown>): Promise<void> {
  const folder = process.env['SCENEWRIGHT_TEST_MEDIA'];
  if (folder === undefined) {
    await make();
    return;
  }
  const cached = join(folder, createHash('sha256').update(JSON.stringify(args)).digest('hex') + extname(path));
  if (await copied(cached, path)) return;
  await make();
  // Another process may make the same file. Each file appears completely, and the last one stays.
  const whole = `${cached}.${randomUUID()}`;
  await copyFile(path, whole, constants.COPYFILE_FICLONE);
  await rename(whole, cached);
}

async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
