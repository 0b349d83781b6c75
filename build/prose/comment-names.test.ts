import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unknownNames } from './comment-names.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{bench,build,designs,e2e,electron,examples,renderer,shared}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('node_modules/'))
  .sort();

test('every name in a comment exists in the code', () => {
  expect(unknownNames(new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])))).toEqual([]);
});

test('reports only names that no declaration or literal contains', () => {
  const sources = new Map([
    ['a.ts', '/** Returns `rows`, `readTable`, and `speed` of `line`. */\nexport const rowsOf = (rows) => rows;'],
    ['b.ts', "export function readTable() {}\n// `line`\nconst line = 'a line'; const names = ['speed', '../line/b'];"],
    ['a.test.ts', "const text = 'line';"],
    [
      'c.ts',
      '/**\n * See {@link readTable} and `rowOf`.\n */\nconst url = "https://example.org/**/x"; type rowsOf = 1;',
    ],
  ]);
  expect(unknownNames(sources)).toEqual(['a.ts:1 line', 'c.ts:2 readTable', 'c.ts:2 rowOf']);
});
