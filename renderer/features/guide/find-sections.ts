/** The texts of a guide section that a search reads. */
export interface GuideEntry {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly html: string;
}

/**
 * Returns the sections that contain every word of a search, with matches in titles first; all sections without a
 * search.
 */
export function findSections<Entry extends GuideEntry>(sections: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const inTitle = sections.filter(({ title }) => has(title));
  const inText = sections.filter(
    (section) => !inTitle.includes(section) && has(`${section.title} ${plain(section.html)}`),
  );
  return [...inTitle, ...inText];
}

/** Returns the visible text of HTML. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
