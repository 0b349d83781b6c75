import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { guideDocuments } from './guide-plugin.ts';
import { readGuide } from './read-guide.ts';

const pages = new Map([
  ['a.md', 'a'],
  ['b.md', 'b'],
]);
const read = (text: string) => readGuide(text, 'a', pages);

it('makes a section of each heading down to the third', () => {
  const { sections } = read('# Guide\n\nFirst.\n\n## Keys & `text`\n\nSecond.\n\n#### Small\n\n## Keys & `text`\n');
  expect(sections.map(({ id, level, title }) => ({ id, level, title }))).toEqual([
    { id: 'guide', level: 1, title: 'Guide' },
    { id: 'keys--text', level: 2, title: 'Keys & text' },
    { id: 'keys--text-1', level: 2, title: 'Keys & text' },
  ]);
  expect(sections[1]?.html).toBe('<p>Second.</p>\n<h4>Small</h4>');
});

it('keeps links between pages in the guide, and opens others outside', () => {
  const { sections } = read('# G\n\n[x](#y) [b](b.md#z) [c](c.md) [web](https://example.com/?a="b")');
  expect(sections[0]?.html).toBe(
    '<p><a href="#/guide/a/y">x</a> <a href="#/guide/b/z">b</a> c ' +
      '<a href="https://example.com/?a=&quot;b&quot;" target="_blank" rel="noreferrer">web</a></p>',
  );
});

it('names pictures by their place', () => {
  const { sections, pictures } = read('# G\n\n![A "picture"](pictures/a.png)\n');
  expect(sections[0]?.html).toContain('<img src="guide-picture:0" alt="A &quot;picture&quot;"');
  expect(pictures).toEqual(['pictures/a.png']);
});

it('leads to a section that is there wherever the documents link to one another', () => {
  const docs = path.resolve(import.meta.dirname, '../../docs');
  const texts = guideDocuments.map(({ file, page }) =>
    readGuide(
      readFileSync(path.join(docs, file), 'utf8'),
      page,
      new Map(guideDocuments.map((each) => [each.file, each.page])),
    ),
  );
  const known = new Set(
    guideDocuments.flatMap(({ page }, at) => [
      `#/guide/${page}`,
      ...(texts[at]?.sections.map(({ id }) => `#/guide/${page}/${encodeURIComponent(id)}`) ?? []),
    ]),
  );
  const links = texts.flatMap(({ sections }) =>
    sections.flatMap(({ html }) => [...html.matchAll(/href="(#[^"]*)"/g)].map(([, href]) => href)),
  );
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((href) => href !== undefined && !known.has(href))).toEqual([]);
});
