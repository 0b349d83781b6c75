import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Matches the marks of a slow test that the fault tests run with larger amounts: certain imports, or an amount from the
 * environment.
 */
const MORE_MARKS = /\/testing\/(?:first-of|more)\.ts'|process\.env\['SCENEWRIGHT_\w+'\] \?\? \d/;

/** Returns the slow tests that the fault tests run with larger amounts, relative to the root. */
export function moreAmongFaults(root: string, slow: string): readonly string[] {
  return globSync(slow, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => MORE_MARKS.test(readFileSync(path.join(root, file), 'utf8')));
}
