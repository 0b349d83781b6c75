import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns whether all tests of a source text need the full scale. Vitest reads this line as the tag of its tests. */
export function isFullScaleFile(source: string): boolean {
  return source.startsWith('// @module-tag full-scale\n');
}

/** Returns the files whose tests all need the full scale, relative to the root. */
export function findFullScaleFiles(root: string, pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => isFullScaleFile(readFileSync(path.join(root, file), 'utf8')));
}
