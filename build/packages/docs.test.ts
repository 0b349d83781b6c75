import { globSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { effectTypes } from '#shared/template/effects/effects.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { readReferencePage } from '../../electron/service/files/reference-pages.ts';
import { withCallTables } from './call-tables.ts';
import { clientFiles } from './clients/client-files.ts';
import { languageReference } from './language-reference.ts';
import { CONVENTIONS_EXAMPLE, conventionsPage, llmsIndex, skillFile } from './machine-pages.ts';
import { root } from './script.ts';
import { timeDrawing } from './time-drawing.ts';

const pages = [
  'README.md',
  ...(await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];
const read = (page: string): Promise<string> => readFile(join(root, page), 'utf8');

test('the language reference matches the tables; otherwise, run `npm run docs`', async () => {
  expect(await read('docs/template-language.md')).toBe(languageReference());
});

/** Bytes of a token of English Markdown, estimated low. */
const BYTES_OF_TOKEN = 3.6;

test.each([
  { file: 'docs/conventions.md', text: conventionsPage(), maxBytes: 2500 * BYTES_OF_TOKEN },
  { file: 'skills/scenewright/SKILL.md', text: skillFile(), maxBytes: 2700 * BYTES_OF_TOKEN },
  { file: 'docs/llms.txt', text: llmsIndex(), maxBytes: 8000 },
])('a short page for machines matches the tables; otherwise, run `npm run docs`: $file', async (page) => {
  expect(await read(page.file)).toBe(page.text);
  expect(Buffer.byteLength(page.text)).toBeLessThan(page.maxBytes);
});

test('the template of the conventions has no problem', () => {
  const { source, problems } = readTemplate(CONVENTIONS_EXAMPLE);
  expect(problems).toEqual([]);
  const resolved = source && resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  expect(resolved?.findings).toEqual([]);
});

test('every page of the index for machines exists', async () => {
  const named = [...llmsIndex().matchAll(/\]\(\/([^)]+)\)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(40);
  for (const name of named) expect((await readReferencePage(name))?.text.length, name).toBeGreaterThan(20);
});

test('the time diagram matches the engine; otherwise, run `npm run docs`', async () => {
  expect(await read('docs/drawings/time.svg')).toBe(timeDrawing());
});

test('the HTTP page matches the contract; otherwise, run `npm run docs`', async () => {
  const page = await read('docs/http-interface.md');
  expect(page).toBe(withCallTables(page));
});

test('the clients match the contract; otherwise, run `npm run docs`', async () => {
  for (const { file, text } of await clientFiles(root)) expect(await read(file), file).toBe(text);
});

test('a page without a placeholder for its calls is refused', () => {
  expect(() => withCallTables('# Nothing\n')).toThrow('Projects, Bundles, Designs, Assets');
});

test('the language reference names every effect', () => {
  for (const type of effectTypes) expect(languageReference()).toContain(`type="${type}"`);
});

test.each(pages)('every link and picture has a target: %s', async (page) => {
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

test('every file in the recipes exists', async () => {
  const named = [...(await read('docs/recipes.md')).matchAll(/`((?:shared|electron|renderer|build|docs)\/[\w./-]+)`/g)];
  const files = named.map(([, file = '']) => file).filter((file) => !/notes/.test(file));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(await stat(join(root, file)).catch(() => null), file).not.toBe(null);
});

test('every name that the recipes place in a file is in that file', async () => {
  const recipes = await read('docs/recipes.md');
  const named = [...recipes.matchAll(/`(\w+)`\s+of\s+`([\w./-]+\.tsx?)`/g)];
  expect(named.length).toBeGreaterThan(15);
  for (const { 1: name = '', 2: file = '', index } of named) {
    const before = [...recipes.slice(0, index).matchAll(/`((?:shared|electron|renderer|build)\/[\w./-]+)\/[\w.-]+`/g)];
    const text = await read(file.includes('/') ? file : join(before.at(-1)?.[1] ?? '', file));
    expect(text, `${name} of ${file}`).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

// A table that the compiler requires for each new kind is a step of the recipe.
test('the recipes of kinds name every table of all kinds', async () => {
  const sources = globSync('{shared,renderer,electron,build}/**/*.{ts,tsx}', { cwd: root });
  const product = sources.filter((file) => !file.includes('.test.') && !file.includes('node_modules'));
  const texts = await Promise.all(product.map(async (file) => ({ file, text: await read(file) })));
  const sections = (await read('docs/recipes.md')).split(/^## /m);
  for (const { type, recipe, tables } of [
    { type: 'LayerKind', recipe: 'A new kind of layer', tables: 5 },
    { type: 'EffectType', recipe: 'A new effect', tables: 2 },
  ]) {
    const whole = `(?:Readonly<Record<|\\{\\s*readonly \\[\\w+ in )${type}\\b(?!\\]\\?)`;
    const table = new RegExp(`const \\w+: ${whole}(?:[^=]|=>)*?= \\{`);
    const found = texts.filter(({ text }) => table.test(text)).map(({ file }) => file);
    const section = sections.find((each) => each.startsWith(recipe)) ?? '';
    expect(found.filter((file) => !section.includes(basename(file)))).toEqual([]);
    expect(found, recipe).toHaveLength(tables);
  }
});

/** Returns the anchor of a Markdown heading. */
function anchor(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
