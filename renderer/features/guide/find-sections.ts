/** A part of the guide, as a search sees it. */
export interface GuideEntry {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly html: string;
}

/** The sections that have every word of a search, titles before texts; all of them where nothing is searched for. */
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

/** What somebody reads of HTML. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
