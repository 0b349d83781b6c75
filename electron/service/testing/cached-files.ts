import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * What a workshop keeps, by paths within its folder: of the key of a part or film, and of the digest of its bytes. One
 * whose bytes are others is never used, so that the same paths make the same films.
 */
export async function cachedFiles(workshop: string): Promise<readonly string[]> {
  const kept = join(workshop, 'kept');
  const entries = existsSync(kept) ? await readdir(kept, { recursive: true, withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isFile() ? [relative(workshop, join(entry.parentPath, entry.name))] : []));
}
