import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readImports, sourcesOf } from './imports.ts';

const root = path.resolve(import.meta.dirname, '../..');
const layers = ['shared', 'electron/service', 'electron/main', 'electron/preload', 'renderer'] as const;
const files = layers.flatMap((layer) => sourcesOf(root, layer));
const folders = Map.groupBy(files, (file) => path.posix.dirname(file));

/** The maximum number of lines of a file. A chapter has 150 to 400 lines. */
const MAX_LINES = 420;
/** The maximum depth of folders below a layer. */
const MAX_DEPTH = 3;
/** The minimum number of code files of a folder. The files of a smaller folder belong into its parent. */
const MIN_FILES = 4;
/** The maximum number of smaller folders. The number must not rise. */
const MAX_SMALL_FOLDERS = 32;
/** The maximum number of files with one importer. Each of them needs a reason, so that the number falls. */
const MAX_LONE_FILES = 550;

test('a source file does not exceed the maximum number of lines', () => {
  const lines = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  expect(files.filter((file) => lines(file) > MAX_LINES)).toEqual([]);
});

test('folders are at most three levels below their layer', () => {
  const depth = (folder: string) => {
    const layer = layers.find((each) => folder === each || folder.startsWith(`${each}/`)) ?? '';
    return folder.slice(layer.length).split('/').length - 1;
  };
  expect([...folders.keys()].filter((folder) => depth(folder) > MAX_DEPTH)).toEqual([]);
});

test('file names in a folder differ without their extensions', () => {
  const withoutExtension = files.map((file) => file.replace(/\.tsx?$/, ''));
  expect(withoutExtension.filter((name, index) => withoutExtension.indexOf(name) !== index)).toEqual([]);
});

test('the number of folders with fewer than four files is limited', () => {
  const small = [...folders].filter(([, inside]) => inside.length < MIN_FILES).map(([folder]) => folder);
  expect(small.length > MAX_SMALL_FOLDERS ? small : []).toEqual([]);
});

test('the number of files with a single importer is limited', () => {
  const pairs = new Set(readImports(root, files).map(({ from, to }) => `${to} ${from}`));
  const importers = Map.groupBy(pairs, (pair) => pair.split(' ')[0]);
  const lone = files.filter((file) => importers.get(file)?.length === 1);
  expect(lone.length).toBeLessThanOrEqual(MAX_LONE_FILES);
});
