import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { amounts } from '../shared/testing/scale.ts';
import { isFullScaleFile } from './full-scale-files.ts';
import { promises } from './promise-table.ts';

/** A test, or a group of tests, with the tags of promises. */
interface PromiseTest {
  /** The path from the root of the repository. */
  readonly file: string;
  /** The titles of the groups and of the test, from the outside in; an expression of a title is `…`. */
  readonly titles: readonly string[];
  readonly promises: readonly string[];
  /** Whether a plain `npm test` runs it. */
  readonly isUsual: boolean;
}

const TESTS = ['{shared,electron,renderer,build,examples,designs}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'];
const PLACE = /<!-- tests of (\w) -->\n.*?<!-- end of tests -->/gs;
const AMOUNTS_PLACE = /<!-- amounts -->\n.*?<!-- end of amounts -->/s;
const TITLE = /(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>/.source;
/** Matches a title that is followed by options with tags. The options contain no braces. */
const TAGGED = new RegExp(`${TITLE},\\s*\\{[^{}]*?\\btags?: (?<tags>\\[[^\\]]*\\]|'[^']*')`, 'g');
/** Matches the opening line of a group, or the line after the table of its cases. The title can start a line later. */
const GROUP = new RegExp(`^\\s*(?:(?:test\\.|full\\.)?describe|[\\])]).*?\\(\\s*${TITLE}`);

/** Returns the tests with tags of promises in the order of the files. */
export function findPromiseTests(root: string): readonly PromiseTest[] {
  const files = globSync(TESTS, { cwd: root }).map((file) => file.replaceAll(path.sep, '/'));
  return files.toSorted().flatMap((file) => promiseTestsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

/** Returns the tests with tags of promises in one source text, which Biome has formatted. */
export function promiseTestsOf(file: string, source: string): readonly PromiseTest[] {
  return [...source.matchAll(TAGGED)].flatMap(({ index, groups }): readonly PromiseTest[] => {
    const tags = groups?.['tags'] ?? '';
    const ids = [...tags.matchAll(/promise:(\w+)/g)].map(([, id = '']) => id);
    if (ids.length === 0) return [];
    const { groupTitles, calls } = enclosing(source, index);
    const isFull = calls.some((call) => /^\s*full\./.test(call)) || tags.includes('@full');
    const titles = [...groupTitles, plainTitle(groups?.['title'] ?? '')];
    return [{ file, titles, promises: ids, isUsual: !isFull && !isFullScaleFile(source) }];
  });
}

/**
 * Returns the titles of the test groups (`describe`) around a position, outermost first, and the first lines of all
 * calls around it.
 */
function enclosing(source: string, index: number): { groupTitles: readonly string[]; calls: readonly string[] } {
  const groupTitles: string[] = [];
  const calls: string[] = [];
  const lines = source.slice(0, index).split('\n');
  let indent = Number.POSITIVE_INFINITY;
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const own = line.search(/\S/);
    if (own < 0 || own >= indent) continue;
    const title = GROUP.exec(`${line}\n${lines[at + 1] ?? ''}`)?.groups?.['title'];
    if (title !== undefined) groupTitles.unshift(plainTitle(title));
    calls.push(line);
    // The call of a table starts above its cases, with the same indentation.
    indent = /^\s*[\])]/.test(line) ? own + 1 : own;
  }
  return { groupTitles, calls };
}

/** Replaces the escapes of a title by their characters, and the expressions of a template by `…`. */
function plainTitle(title: string): string {
  return title.replaceAll(/\\(.)/g, '$1').replaceAll(/\$\{[^}]*\}/g, '…');
}

/** Replaces `<!-- amounts -->` in the page by the table of the amounts of random tests. */
export function withAmountTable(page: string): string {
  const rows = Object.values<{ quick: number; full: number; meaning: string }>(amounts);
  const table = rows.map(({ quick, full, meaning }) => `| ${meaning} | ${quick === 0 ? '–' : quick} | ${full} |`);
  const lines = ['| amount | `npm test` | full scale |', '| --- | --- | --- |', ...table];
  return page.replace(AMOUNTS_PLACE, ['<!-- amounts -->', '', ...lines, '', '<!-- end of amounts -->'].join('\n'));
}

/**
 * Replaces each `<!-- tests of LETTER -->` in the page by the table of the promises whose ids start with the letter.
 * Throws if the page has no place for a promise.
 */
export function withPromiseTables(page: string, tests: readonly PromiseTest[]): string {
  const letters = new Set(Object.keys(promises).map((id) => id.charAt(0)));
  const placed = new Set([...page.matchAll(PLACE)].map(([, letter]) => letter));
  const missing = [...letters].filter((letter) => !placed.has(letter));
  if (missing.length > 0) throw new Error(`The page has no place for the promises of ${missing.join(', ')}.`);
  return page.replace(PLACE, (_place, letter: string) => {
    const rows = Object.entries(promises).filter(([id]) => id.startsWith(letter));
    const table = rows.map(([id, sentence]) => `| ${id} | ${sentence} | ${linksOf(id, tests).join(' · ')} |`);
    const head = [`| id | ${letter === 'F' ? 'fault' : 'promise'} | shown by |`, '| --- | --- | --- |'];
    return [`<!-- tests of ${letter} -->`, '', ...head, ...table, '', '<!-- end of tests -->'].join('\n');
  });
}

function linksOf(id: string, tests: readonly PromiseTest[]): readonly string[] {
  const own = tests.filter((test) => test.promises.includes(id));
  return own.map(({ file, titles, isUsual }) => {
    const title = titles.join(' › ').replaceAll(/[[\]|]/g, '\\$&');
    return `[${title}](../${file})${isUsual ? '' : ' (full scale)'}`;
  });
}
