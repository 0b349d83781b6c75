import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** @param {string} folder of the checkout */
export function sourcesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|arbitrary)\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Returns a digest of the names and contents of files. A build is stale if the digest differs.
 * @param {readonly string[]} files
 */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
