import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { promises } from './promise-table.ts';
import { findPromiseTests, promiseTestsOf, withPromiseTables } from './promise-tests.ts';

const root = path.resolve(import.meta.dirname, '..');
const tests = findPromiseTests(root);
const readPage = (): Promise<string> => readFile(path.join(root, 'docs', 'promises.md'), 'utf8');

test.each(Object.keys(promises))('a plain `npm test` shows the promise: %s', (id) => {
  expect(tests.filter((each) => each.isUsual && each.promises.includes(id))).not.toEqual([]);
});

test('every tag names a promise of the table', () => {
  const unknown = tests.flatMap(({ file, promises: ids }) =>
    ids.filter((id) => !(id in promises)).map((id) => [file, id]),
  );
  expect(unknown).toEqual([]);
});

test('the page matches the tags; otherwise, run `npm run docs`', async () => {
  const page = await readPage();
  expect(page).toBe(withPromiseTables(page, tests));
});

test('refuses a page without a place for a table', () => {
  expect(() => withPromiseTables('# Promises\n', [])).toThrow('P, F, S');
});

/** Returns a tag. A literal tag in this file would be a test of the promise. */
const tag = (id: string): string => `'promise:${id}'`;

test('reads the groups and the tags of a test', () => {
  const source = `
describe('a queue', () => {
  test('is empty', { tags: ['other'] }, () => {});

  describe.each([
    'row',
  ])('of a %s', () => {
    test.each(CASES)(
      'loses no \${COUNT} jobs',
      { timeout: 5, tags: [${tag('P1')}, ${tag('F2')}] },
      () => {},
    );
  });
});
`;
  expect(promiseTestsOf('queue.test.ts', source)).toEqual([
    {
      file: 'queue.test.ts',
      titles: ['a queue', 'of a %s', 'loses no … jobs'],
      promises: ['P1', 'F2'],
      isUsual: true,
    },
  ]);
});

test('reads that only the faults run a test', () => {
  const more = `describeMore('a queue', () => {\n  test('is full', { tags: [${tag('P1')}] }, () => {});\n});\n`;
  const spec = `test('opens', { tag: ['@more', ${tag('P1')}] }, async ({\n  page,\n}) => {});\n`;
  expect(promiseTestsOf('queue.test.ts', more)).toMatchObject([{ titles: ['a queue', 'is full'], isUsual: false }]);
  expect(promiseTestsOf('open.spec.ts', spec)).toMatchObject([{ titles: ['opens'], isUsual: false }]);
});

test('amounts of random tests match the page', async () => {
  const page = await readPage();
  const rows = page.matchAll(/^\| `(SCENEWRIGHT_\w+)` \| [^|]+ \| (\S+) \| (\S+) \|$/gm);
  const said = [...rows].map(([, ...row]) => row);
  expect(said.toSorted()).toEqual((await amountsTried()).toSorted());
});

/**
 * Returns the variables of amounts, with the amounts in `npm test` and with --faults. The amount is `–` if there is
 * none.
 */
async function amountsTried(): Promise<(readonly string[])[]> {
  const layers = ['electron/service', 'renderer/playback'].map((layer) => path.join(root, layer));
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
