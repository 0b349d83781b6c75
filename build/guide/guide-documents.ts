import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GuideText, readGuide } from './read-guide.ts';

/** Where the documents and their pictures lie. */
export const docs = path.resolve(import.meta.dirname, '../../docs');

export interface GuideDocument {
  /** How the page is called in addresses. */
  readonly page: string;
  /** In English, which every page has: its headings name the sections. */
  readonly en: string;
  /** In German, with the same headings in the same order. */
  readonly de?: string;
}

/** The documents that the editor shows, in the order of its pages. */
export const guideDocuments: readonly GuideDocument[] = [
  { page: 'editor', en: 'users-guide.md', de: 'users-guide.de.md' },
  { page: 'language', en: 'template-language.md' },
];

/** A page in one of the languages that it has. */
export interface GuidePage {
  readonly page: string;
  readonly language: 'en' | 'de';
  readonly file: string;
}

export const guidePages: readonly GuidePage[] = guideDocuments.flatMap(({ page, en, de }): readonly GuidePage[] => [
  { page, language: 'en', file: en },
  ...(de === undefined ? [] : [{ page, language: 'de', file: de } as const]),
]);

/**
 * Reads a page from its document. Its sections are called as those of the English page are, so that an address leads to
 * the same place in every language.
 * @throws If a document has other headings than the English one.
 */
export function readPage({ page, file }: GuidePage): GuideText {
  // What leads to the page in another language leads nowhere in the editor, which shows it in one.
  const others = guidePages.filter((each) => each.page !== page || each.file === file);
  const pages = new Map(others.map((each) => [each.file, each.page]));
  const text = readFileSync(path.join(docs, file), 'utf8');
  const english = guidePages.find((each) => each.page === page && each.language === 'en');
  if (english === undefined || english.file === file) return readGuide(text, page, pages);
  return readGuide(text, page, pages, readPage(english).sections);
}
