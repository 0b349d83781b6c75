import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Returns the paths of a workshop's cached files within its folder. A path consists of the key of a part or film and
 * the digest of its bytes. A file whose bytes differ from the digest is never used, so equal paths mean equal films.
 */
export async function cachedFiles(workshop: string): Promise<readonly string[]> {
  const cache = join(workshop, 'kept');
  const entries = existsSync(cache) ? await readdir(cache, { recursive: true, withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isFile() ? [relative(workshop, join(entry.parentPath, entry.name))] : []));
}
