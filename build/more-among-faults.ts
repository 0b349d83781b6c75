import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What says in a slow test that more of it is tried among the faults: its imports, or an amount that is asked for. */
const SAYS_MORE = /\/testing\/(?:first-of|more)\.ts'|process\.env\['SCENEWRIGHT_\w+'\] \?\? \d/;

/** The slow tests of which more is run among the faults, relative to the root. */
export function moreAmongFaults(root: string, slow: string): readonly string[] {
  return globSync(slow, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => SAYS_MORE.test(readFileSync(path.join(root, file), 'utf8')));
}
