import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { promises } from './promise-table.ts';
import { findPromiseTests, promiseTestsOf, withAmountTable, withPromiseTables } from './promise-tests.ts';

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

test('the page lists the promises of all test tags', async () => {
  const page = await readPage();
  expect(page, 'Run `npm run docs`.').toBe(withAmountTable(withPromiseTables(page, tests)));
});

test('a page without a placeholder for a table is refused', () => {
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
  ])('a full %s', () => {
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
      titles: ['a queue', 'a full %s', 'loses no … jobs'],
      promises: ['P1', 'F2'],
      isUsual: true,
    },
  ]);
});

test('finds the tests that run only at the full scale', () => {
  const more = `full.describe('a queue', () => {\n  test('is full', { tags: [${tag('P1')}] }, () => {});\n});\n`;
  const spec = `test('opens', { tag: ['@full', ${tag('P1')}] }, async ({\n  page,\n}) => {});\n`;
  expect(promiseTestsOf('queue.test.ts', more)).toMatchObject([{ titles: ['a queue', 'is full'], isUsual: false }]);
  const file = `// @module-tag full-scale\ntest('is full', { tags: [${tag('P1')}] }, () => {});\n`;
  expect(promiseTestsOf('queue.test.ts', file)).toMatchObject([{ titles: ['is full'], isUsual: false }]);
  expect(promiseTestsOf('open.spec.ts', spec)).toMatchObject([{ titles: ['opens'], isUsual: false }]);
});
