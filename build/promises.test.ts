import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const docs = path.resolve(import.meta.dirname, '../docs');

interface Row {
  readonly id: string;
  /** By the test's name, the file that it is in. */
  readonly tests: readonly (readonly [name: string, file: string])[];
}

async function readRows(): Promise<readonly Row[]> {
  const text = await readFile(path.join(docs, 'promises.md'), 'utf8');
  return text.split('\n').flatMap((line): readonly Row[] => {
    const [, id, links] = /^\| ([PFS]\d+) \| [^|]+ \| (.+) \|$/.exec(line) ?? [];
    if (id === undefined || links === undefined) return [];
    const tests = links.split(' · ').map((link) => {
      const [, name = '', file = ''] = /^\[(.+)\]\((\.\.\/[^)]+\.(?:test|spec)\.ts)\)$/.exec(link) ?? [];
      return [name, file] as const;
    });
    return [{ id, tests }];
  });
}

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

test('every promise, every fault and every line about the shell has its tests', async () => {
  const rows = await readRows();
  expect(rows.map(({ id }) => id)).toEqual([...numbered('P', 14), ...numbered('F', 42), ...numbered('S', 6)]);
});

test('every test that is named is there', async () => {
  const missing: string[] = [];
  for (const { id, tests } of await readRows())
    for (const [name, file] of tests) {
      const source = await readFile(path.join(docs, file), 'utf8').catch(() => null);
      if (source === null || !hasName(source, name)) missing.push(`${id}: ${name} (${file})`);
    }
  expect(missing).toEqual([]);
});

/** Whether a test of that name is there, or a group; of `group › test`, both. */
function hasName(source: string, name: string): boolean {
  return name.split(' › ').every((part) =>
    ["'", '"', '`'].some((quote) => {
      const before = source.split(quote + part.replaceAll(quote, `\\${quote}`) + quote).slice(0, -1);
      // The first thing that is said to `test`, `it` or `describe`, or to what their tables give.
      return before.some((text) => /\(\s*$/.test(text));
    }),
  );
}
