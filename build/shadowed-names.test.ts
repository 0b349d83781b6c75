import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import allowed from './shadowed-names.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');

const report = z.object({
  diagnostics: z.array(
    z.object({ location: z.object({ path: z.string(), start: z.object({ line: z.number(), column: z.number() }) }) }),
  ),
});

/** Returns the folder whose findings are counted together, such as `shared/editing`. */
function roomOf(file: string): string {
  const folders = path.posix.dirname(file).split('/');
  return folders.slice(0, /^(?:electron|renderer\/features)/.test(file) ? 3 : 2).join('/');
}

/**
 * A renamed local that shadows another name compiles and changes behavior. Counts must not rise. After a count falls,
 * lower it in `shadowed-names.json`, too.
 */
test('no new name shadows a name in an outer scope', { timeout: 240_000 }, () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/@biomejs/biome/bin/biome'),
      'lint',
      '--only=suspicious/noShadow',
      '--max-diagnostics=none',
      '--reporter=json',
      '.',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  );
  const { diagnostics } = report.parse(JSON.parse(stdout));
  expect(diagnostics.length).toBeGreaterThan(0);
  const byRoom = Map.groupBy(diagnostics, ({ location }) => roomOf(location.path));
  const most: Readonly<Record<string, number>> = allowed;
  const excess = [...byRoom].flatMap(([room, found]) =>
    found.length > (most[room] ?? 0)
      ? found.map(({ location: { path: file, start } }) => `${file}:${start.line}:${start.column}`)
      : [],
  );
  expect(excess).toEqual([]);
});
