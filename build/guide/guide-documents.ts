import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GuideText, readGuide } from './read-guide.ts';

/** The folder of the documents and their pictures. */
export const docs = path.resolve(import.meta.dirname, '../../docs');

export interface GuideDocument {
  /** The name of the page in addresses. */
  readonly page: string;
  /** The English document, which every page has. Its headings give the ids of the sections. */
  readonly en: string;
  /** The German document, whose headings are in the same order; absent if there is none. */
  readonly de?: string;
}

/** The documents in the guide of the editor, in the order of its pages. */
export const guideDocuments: readonly GuideDocument[] = [
  { page: 'editor', en: 'users-guide.md', de: 'users-guide.de.md' },
  { page: 'tables', en: 'live-tables.md', de: 'live-tables.de.md' },
  { page: 'language', en: 'template-language.md' },
];

/** A page in one of its languages. */
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
 * Reads a page from its document. Its sections have the ids of the English page, so that an address refers to the same
 * section in every language.
 * @throws If the headings of a document differ from the headings of the English document.
 */
export function readPage({ page, file }: GuidePage): GuideText {
  // A link to the translation of the same page has no target, because the editor shows only one language.
  const others = guidePages.filter((each) => each.page !== page || each.file === file);
  const pages = new Map(others.map((each) => [each.file, each.page]));
  const text = readFileSync(path.join(docs, file), 'utf8');
  const english = guidePages.find((each) => each.page === page && each.language === 'en');
  if (english === undefined || english.file === file) return readGuide(text, page, pages);
  return readGuide(text, page, pages, readPage(english).sections);
}
