import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';

/** The mark of a row that only fault tests show. */
const FAULTS_MARK = '(held by `npm run test:faults`)';
const docs = path.resolve(import.meta.dirname, '../docs');

interface Row {
  readonly id: string;
  /** The names of the tests with their files. */
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

test('every promise, fault, and shell line has tests', async () => {
  const rows = await readRows();
  expect(rows.map(({ id }) => id)).toEqual([...numbered('P', 14), ...numbered('F', 42), ...numbered('S', 6)]);
});

test('every named test exists', async () => {
  const missing: string[] = [];
  for (const { id, tests } of await readRows())
    for (const [name, file] of tests) {
      const source = await readFile(path.join(docs, file), 'utf8').catch(() => null);
      if (source === null || !hasName(source, name)) missing.push(`${id}: ${name} (${file})`);
    }
  expect(missing).toEqual([]);
});

test('each row has a test in `npm test`, or the mark of the faults', async () => {
  const page = await readFile(path.join(docs, 'promises.md'), 'utf8');
  const wrong: string[] = [];
  for (const { id, tests } of await readRows()) {
    const runs = tests.map(async ([name, file]) => isUsual(await readFile(path.join(docs, file), 'utf8'), name, file));
    const isShown = (await Promise.all(runs)).includes(true);
    const isSaid = page.split('\n').some((line) => line.startsWith(`| ${id} |`) && line.includes(FAULTS_MARK));
    if (isShown === isSaid) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

test('amounts of random tests match the page', async () => {
  const page = await readFile(path.join(docs, 'promises.md'), 'utf8');
  const rows = page.matchAll(/^\| `(SCENEWRIGHT_\w+)` \| [^|]+ \| (\S+) \| (\S+) \|$/gm);
  const said = [...rows].map(([, ...row]) => row);
  expect(said.toSorted()).toEqual((await amountsTried()).toSorted());
});

/**
 * Returns the variables of amounts, with the amounts in `npm test` and with --faults. The amount is `–` if there is
 * none.
 */
async function amountsTried(): Promise<(readonly string[])[]> {
  const layers = ['electron/service', 'renderer/playback'].map((layer) => path.resolve(docs, '..', layer));
  const usual = new Map<string, string>();
  const withFaults = new Map<string, string>();
  const inside = async (layer: string) =>
    (await readdir(layer, { recursive: true })).map((file) => path.join(layer, file));
  for (const file of (await Promise.all(layers.map(inside))).flat()) {
    if (!file.endsWith('.test.ts')) continue;
    const source = await readFile(file, 'utf8');
    for (const [, name = '', amount = ''] of source.matchAll(/process\.env\['(SCENEWRIGHT_\w+)'\] \?\? (\d+)/g))
      (file.endsWith('.faults.test.ts') ? withFaults : usual).set(name, amount);
  }
  const asked = config.test?.projects?.map((each) => (typeof each === 'object' && 'test' in each ? each.test : null));
  const env: Readonly<Record<string, string | undefined>> = asked?.find((each) => each?.name === 'faults')?.env ?? {};
  return [...new Set([...usual.keys(), ...withFaults.keys()])].map((name) => [
    name,
    usual.get(name) ?? '–',
    env[name] ?? withFaults.get(name) ?? usual.get(name) ?? '–',
  ]);
}

/** Returns whether a plain `npm test` runs the test with this name and each of its groups. */
function isUsual(source: string, name: string, file: string): boolean {
  if (file.endsWith('.faults.test.ts')) return false;
  return name.split(' › ').every((part) => {
    const [before = '', after = ''] = source.split(part);
    const registered = [...before.matchAll(/^\s*(test|it|describe|testMore|describeMore)[.(]/gm)].at(-1)?.[1] ?? '';
    return !registered.endsWith('More') && !/^.{0,4}\{\s*tag: '@more'/s.test(after);
  });
}

/** Returns whether a test or a group has this name. For `group › test`, both must exist. */
function hasName(source: string, name: string): boolean {
  return name.split(' › ').every((part) =>
    ["'", '"', '`'].some((quote) => {
      const before = source.split(quote + part.replaceAll(quote, `\\${quote}`) + quote).slice(0, -1);
      // The name is the first argument of `test`, `it`, `describe`, or their tables.
      return before.some((text) => /\(\s*$/.test(text));
    }),
  );
}
