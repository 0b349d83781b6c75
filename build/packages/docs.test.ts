import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { effectTypes } from '#shared/template/effects/effects.ts';
import { withCallTables } from './call-tables.ts';
import { languageReference } from './language-reference.ts';
import { root } from './script.ts';
import { timeDrawing } from './time-drawing.ts';

const pages = [
  'README.md',
  ...(await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];
const read = (page: string): Promise<string> => readFile(join(root, page), 'utf8');

test('the language reference is what the tables say; if not: npm run docs', async () => {
  expect(await read('docs/template-language.md')).toBe(languageReference());
});

test('the drawing of time is what the engine makes of its film; if not: npm run docs', async () => {
  expect(await read('docs/drawings/time.svg')).toBe(timeDrawing());
});

test('the page of the HTTP interface has every call of the contract, as the contract says it; if not: npm run docs', async () => {
  const page = await read('docs/http-interface.md');
  expect(page).toBe(withCallTables(page));
});

test('a chapter of calls without a place on the page is told', () => {
  expect(() => withCallTables('# Nothing\n')).toThrow('Projects, Bundles, Designs, Assets');
});

test('the language reference names every effect', () => {
  for (const type of effectTypes) expect(languageReference()).toContain(`type="${type}"`);
});

test.each(pages)('each link and picture of %s leads somewhere', async (page) => {
  const links = [...(await read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  for (const link of links.filter((each) => !/^https?:/.test(each))) {
    const [file = '', heading] = link.split('#');
    const target = file === '' ? join(root, page) : resolve(root, dirname(page), file);
    const found = await stat(target).catch(() => null);
    expect(found, `${page}: ${link}`).not.toBe(null);
    if (heading === undefined) continue;
    const headings = [...(await readFile(target, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
      anchor(words),
    );
    expect(headings, `${page}: ${link}`).toContain(heading);
  }
});

test('each file that the recipes name is there', async () => {
  const named = [...(await read('docs/recipes.md')).matchAll(/`((?:shared|electron|renderer|build|docs)\/[\w./-]+)`/g)];
  const files = named.map(([, file = '']) => file).filter((file) => !/notes/.test(file));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(await stat(join(root, file)).catch(() => null), file).not.toBe(null);
});

/** As pages of Markdown name their headings. */
function anchor(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
