import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import counts from './prose-counts.json' with { type: 'json' };
import { proseOf } from './prose-of.ts';
import { brokenRules } from './prose-rules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{bench,build,designs,e2e,electron,examples,renderer,shared}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('node_modules/'))
  .sort();
const findings = files.flatMap((file) =>
  proseOf(file, readFileSync(path.join(root, file), 'utf8')).flatMap(({ kind, line, text }) => {
    const rules = brokenRules({ kind, text });
    return rules.length === 0 ? [] : [{ room: roomOf(file), words: `${file}:${line} ${rules.join(', ')}: ${text}` }];
  }),
);
const byRoom = Map.groupBy(findings, ({ room }) => room);
const allowed: Readonly<Record<string, number>> = counts;

/** Returns the folder whose findings are counted together, such as `shared/editing` or `renderer/features/timeline`. */
function roomOf(file: string): string {
  const folders = path.posix.dirname(file).split('/');
  return folders.slice(0, /^(?:electron|renderer\/features)/.test(file) ? 3 : 2).join('/');
}

/** Counts must not rise. After a count falls, lower it in `prose-counts.json`, too. */
test.each([...byRoom.keys()])('comments and test names read well in one pass in %s', (room) => {
  const found = byRoom.get(room) ?? [];
  const most = allowed[room] ?? 0;
  expect(found.length > most ? found.map(({ words }) => words) : []).toEqual([]);
});

test('reports a clause in place of a noun, but no complete sentence', () => {
  expect(brokenRules({ kind: 'comment', text: 'What is dropped on a row begins where it is dropped.' })).toContain(
    'clause in place of a noun',
  );
  expect(brokenRules({ kind: 'comment', text: 'A layer dropped on a row starts at the drop position.' })).toEqual([]);
  expect(brokenRules({ kind: 'test', text: 'of a film that is there nothing is made anew' })).not.toEqual([]);
  expect(brokenRules({ kind: 'test', text: 'derives a usable asset name from any file name' })).toEqual([]);
});

test('reads comments and test names, but no strings or tool directives', () => {
  const source = [
    '/** A block',
    ' * of two lines. */',
    "const url = 'https://example.org'; // After code.",
    '// First line,',
    '// second line.',
    'const quoted = /["\'/]/.exec(`// no comment ${"a"}`);',
    '// biome-ignore lint/x: reason',
    "test('name of a test', () => {});",
    "test.render('no name');",
    "test.each(firstOf(cases(1)))('name of a case', () => {});",
  ].join('\n');
  expect(proseOf('a.test.ts', source).map(({ line, text }) => [line, text])).toEqual([
    [1, 'A block of two lines.'],
    [3, 'After code. First line, second line.'],
    [8, 'name of a test'],
    [10, 'name of a case'],
  ]);
});
