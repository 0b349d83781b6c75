import { matchesWords } from '#renderer/interaction/word-search.ts';
/** A section of the guide, as search input. */
export interface GuideEntry {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly html: string;
}

/**
 * Returns the sections that contain all search terms. Sections with matches in the title come first. An empty search
 * returns all sections.
 */
export function findSections<Entry extends GuideEntry>(sections: readonly Entry[], query: string): readonly Entry[] {
  const inTitle = sections.filter(({ title }) => matchesWords(query, [title]));
  const inText = sections.filter(
    (section) => !inTitle.includes(section) && matchesWords(query, [section.title, visibleText(section.html)]),
  );
  return [...inTitle, ...inText];
}

function visibleText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
