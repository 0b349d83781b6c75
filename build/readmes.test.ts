import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** Generated or downloaded folders. No README lists them. */
const GENERATED = new Set(['node_modules', 'out', 'release', 'test-results']);
const top = (await readdir(root, { withFileTypes: true })).filter(
  ({ name }) => !GENERATED.has(name) && name[0] !== '.',
);
const inFolders = await Promise.all(
  top
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) =>
      (await readdir(path.join(root, name), { recursive: true, withFileTypes: true })).map((entry) => ({
        file: path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
        isFolder: entry.isDirectory(),
      })),
    ),
);
const entries = [...top.map((entry) => ({ file: entry.name, isFolder: entry.isDirectory() })), ...inFolders.flat()];
const files = entries.filter(({ isFolder }) => !isFolder).map(({ file }) => file);
const readmes = files.filter((file) => path.basename(file) === 'README.md');
const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

test.each(readmes)('%s lists each folder beside it', async (readme) => {
  const text = await read(readme);
  const folder = path.dirname(readme);
  const beside = entries.filter(({ file, isFolder }) => isFolder && path.dirname(file) === folder);
  const names = beside.map(({ file }) => path.basename(file));
  expect(names.filter((name) => name !== 'testing' && !text.includes(`${name}/`))).toEqual([]);
});

test.each(readmes)('every file in the page exists: %s', async (readme) => {
  const named = [...(await read(readme)).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g)].map(([, name = '']) => name);
  const sources = named.filter((name) => !/NAME|^out\//.test(name)).map((name) => name.replace(/^(?:\.\.?\/)+/, ''));
  expect(sources.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});

const texts = files.filter((file) => file.endsWith('.md'));
/** The maximum number of columns in a line of prose. Tables, headings, printed output, and lines of code are exempt. */
const MAX_COLUMNS = 120;

test.each(texts)('lines of prose fit into the page width: %s', async (file) => {
  // The prose of this page comes from the tables of the language.
  if (file === 'docs/template-language.md') return;
  const prose = (await read(file)).replace(/^( *)(```|~~~).*?^ *\2/gms, '').split('\n');
  expect(prose.filter((line) => line.length > MAX_COLUMNS && !/^ *(\||#|`[^`]+`[.,]?$)/.test(line))).toEqual([]);
});
