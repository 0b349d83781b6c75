import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';
import { PRIVATE_FILE } from './rights.ts';

/** Returns the free bytes on the disk of a folder; null if the folder is missing or the system reports no value. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}

/**
 * The size of the probe in bytes. It must exceed the free space that a quota leaves when it refuses a database page.
 */
const TRIED_BYTES = 2 ** 16;
const OUT_OF_SPACE_CODES = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Checks whether the disk or the quota of a folder is full. Writes a small file and removes it. Blocks the event loop
 * for a moment.
 */
export function isDiskFull(folder: string, write: (path: string, bytes: Uint8Array) => void = writeNew): boolean {
  const path = join(folder, `.${randomUUID()}.tmp`);
  try {
    write(path, Buffer.alloc(TRIED_BYTES, 1));
    return false;
  } catch (error) {
    return OUT_OF_SPACE_CODES.has(systemCode(error) ?? '');
  } finally {
    rmSync(path, { force: true });
  }
}

function writeNew(path: string, bytes: Uint8Array): void {
  writeFileSync(path, bytes, { flag: 'wx', mode: PRIVATE_FILE, flush: true });
}
