import { expect, it, test } from 'vitest';
import { catalogues } from '#renderer/strings/language.ts';
import { guideDocuments, guidePages, readPage } from './guide-documents.ts';

const read = guidePages.map((page) => ({ ...page, ...readPage(page) }));
const inEnglish = (page: string) => read.find((each) => each.page === page && each.language === 'en');

it('every page has a name in each language of the editor', () => {
  const pages = guideDocuments.map(({ page }) => page).toSorted();
  for (const { guide } of Object.values(catalogues)) expect(Object.keys(guide.names).toSorted()).toEqual(pages);
});

it('every link between documents leads to an existing section', () => {
  const known = new Set(
    guideDocuments.flatMap(({ page }) => [
      `#/guide/${page}`,
      ...(inEnglish(page)?.sections.map(({ id }) => `#/guide/${page}/${encodeURIComponent(id)}`) ?? []),
    ]),
  );
  const links = read.flatMap(({ file, sections }) =>
    sections.flatMap(({ html }) => [...html.matchAll(/href="(#[^"]*)"/g)].map(([, href = '']) => ({ file, href }))),
  );
  expect(new Set(links.map(({ file }) => file)).size).toBe(guidePages.length);
  expect(links.filter(({ href }) => !known.has(href))).toEqual([]);
});

test.each(read.filter(({ language }) => language !== 'en'))(
  '$file has the same structure as the English page',
  (translated) => {
    const original = inEnglish(translated.page);
    const outline = (of: typeof original) => of?.sections.map(({ id, level }) => `${level} ${id}`);
    expect(outline(translated)).toEqual(outline(original));
    expect(translated.pictures).toEqual(original?.pictures);
    // Returns the structure of a section: the numbers of paragraphs, items, rows, links, and code.
    const parts = (of: typeof original) =>
      of?.sections.map(({ id, html }) => {
        const count = (tag: string) => html.split(`<${tag}`).length - 1;
        return { id, p: count('p>'), li: count('li>'), tr: count('tr>'), a: count('a '), img: count('img ') };
      });
    expect(parts(translated)).toEqual(parts(original));
    const titles = translated.sections.map(({ title }) => title);
    expect(titles).not.toEqual(original?.sections.map(({ title }) => title));
  },
);
