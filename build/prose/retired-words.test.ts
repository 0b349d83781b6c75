import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { identifiersOf } from './prose-of.ts';
import { RETIRED_WORD, retiredNames, retiredWord } from './retired-words.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{bench,build,designs,e2e,electron,examples,renderer,shared}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('node_modules/'))
  .sort();

test('identifiers contain no retired word', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return RETIRED_WORD.test(source) ? retiredNames(file, identifiersOf(source)) : [];
  });
  expect(found).toEqual([]);
});

test.each([
  ['keptFrames', 'kept: cached, stored, retained, selected'],
  ['isInSight', 'sight: snapshot, in view'],
  ['wishes', 'wish: request'],
  ['judgedRows', 'judged: check'],
  ['createStandIn', 'stand in: proxy; in tests: fake'],
  ['groundOfLayer', 'ground of: background of'],
  ['insightful', null],
  ['shownFrame', null],
])('finds the retired word in a name: %s', (name, word) => {
  expect(retiredWord(name)).toBe(word);
});

test('reports retired words in local names, but not in frozen fields', () => {
  const source = [
    'interface Report { readonly maker: string }',
    'const made = report.maker === other?.maker ? { maker: toolchain } : { ...told };',
    'function of({ maker }: Report, wanted: string) {}',
    "const text = 'told'; // told",
    'const either = isOn ? maker : wanted;',
  ].join('\n');
  expect(retiredNames('a.ts', identifiersOf(source)).map((found) => found.replace(/ \(.*/, ''))).toEqual([
    'a.ts:2 told',
    'a.ts:3 maker',
    'a.ts:3 wanted',
    'a.ts:5 maker',
    'a.ts:5 wanted',
  ]);
});
