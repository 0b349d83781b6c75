import { expect, it } from 'vitest';
import { readGuide } from './read-guide.ts';

const pages = new Map([
  ['a.md', 'a'],
  ['b.md', 'b'],
]);
const read = (text: string) => readGuide(text, 'a', pages);

it('turns each heading down to level three into a section', () => {
  const { sections } = read('# Guide\n\nFirst.\n\n## Keys & `text`\n\nSecond.\n\n#### Small\n\n## Keys & `text`\n');
  expect(sections.map(({ id, level, title }) => ({ id, level, title }))).toEqual([
    { id: 'guide', level: 1, title: 'Guide' },
    { id: 'keys--text', level: 2, title: 'Keys & text' },
    { id: 'keys--text-1', level: 2, title: 'Keys & text' },
  ]);
  expect(sections[1]?.html).toBe('<p>Second.</p>\n<h4>Small</h4>');
});

it('keeps links between pages in the guide and opens other links outside', () => {
  const { sections } = read('# G\n\n[x](#y) [b](b.md#z) [c](c.md) [web](https://example.com/?a="b")');
  expect(sections[0]?.html).toBe(
    '<p><a href="#/guide/a/y">x</a> <a href="#/guide/b/z">b</a> c ' +
      '<a href="https://example.com/?a=&quot;b&quot;" target="_blank" rel="noreferrer">web</a></p>',
  );
});

it('refers to pictures by their index', () => {
  const { sections, pictures } = read('# G\n\n![A "picture"](pictures/a.png)\n');
  expect(sections[0]?.html).toContain('<img src="guide-picture:0" alt="A &quot;picture&quot;"');
  expect(pictures).toEqual(['pictures/a.png']);
});

it('translated sections and links to them keep the original ids', () => {
  const { sections: original } = read('# Guide\n\n## Filling in\n');
  const translated = (text: string) => readGuide(text, 'a', pages, original).sections;
  const [first, second] = translated('# Anleitung\n\n[Ausfüllen](#ausfüllen) [Guide](#guide)\n\n## Ausfüllen\n');
  expect([first?.id, second?.id]).toEqual(['guide', 'filling-in']);
  expect(second?.title).toBe('Ausfüllen');
  expect(first?.html).toBe('<p><a href="#/guide/a/filling-in">Ausfüllen</a> <a href="#/guide/a/guide">Guide</a></p>');
});

it('refuses a translation with different headings', () => {
  const { sections: original } = read('# Guide\n\n## Keys\n');
  expect(() => readGuide('# Anleitung\n', 'a', pages, original)).toThrow('levels 1, not 1 2');
});
