/**
 * Checks whether each word of a search occurs in at least one of the texts, in any order and case. An empty search
 * matches everything.
 */
export function matchesWords(query: string, texts: readonly string[]): boolean {
  // Words have no white space and therefore match within one text.
  const text = texts.join('\n').toLowerCase();
  return searchTerms(query).every((word) => text.includes(word));
}

/** Returns the words of a search in lower case; none for an empty search. */
export function searchTerms(query: string): readonly string[] {
  // Not `toLocaleLowerCase`: on a Turkish machine it maps I to ı, so that FILM would not match film.
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Checks whether the label of a shortcut matches a search, or whether one of its keys is the search. */
export function matchesShortcut(
  query: string,
  { label, keys }: { readonly label: string; readonly keys: readonly string[] },
): boolean {
  const requested = query.trim().toLowerCase();
  return matchesWords(query, [label]) || keys.some((each) => each.toLowerCase() === requested);
}
