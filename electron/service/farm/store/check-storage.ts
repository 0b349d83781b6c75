import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Where small objects lie for a moment; one that a crash left is removed by the sweep. */
export const CHECK_PREFIX = 'check/';

/** See {@link ObjectStorage.check}. */
export async function checkStorage(
  storage: Pick<ObjectStorage, 'put' | 'fetch' | 'remove'>,
  signal: AbortSignal,
): Promise<void> {
  const parent = tmpdir();
  const folder = await mkdtemp(join(parent, 'scenewright-check-')).catch((error: unknown) => {
    throw new ServiceError('storage/unwritable', statement('detail/brackets', { words: parent }), { cause: error });
  });
  try {
    const key = `${CHECK_PREFIX}${randomUUID()}`;
    const path = join(folder, 'put');
    await writeFile(path, key);
    const sha256 = createHash('sha256').update(key).digest('hex');
    await storage.put(key, { path, bytes: key.length, sha256 }, { signal });
    const found = await storage.fetch(key, join(folder, 'fetched'), { signal });
    await storage.remove([key], signal);
    if (found?.sha256 !== sha256) throw new ServiceError('destination/failed', statement('store/unlike'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
