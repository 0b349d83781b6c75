/**
 * Returns whether each word of a search occurs in at least one of the texts, in any order and case. An empty search
 * matches everything.
 */
export function matchesWords(query: string, texts: readonly string[]): boolean {
  // The texts are joined by line breaks. Since search words contain no white space, each match is inside one text.
  const text = texts.join('\n').toLowerCase();
  return searchTerms(query).every((word) => text.includes(word));
}

/** Returns the words of a search in lower case; empty for an empty search. */
export function searchTerms(query: string): readonly string[] {
  // On a Turkish machine, `toLocaleLowerCase` would map I to ı, so FILM would not match film.
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns whether a search matches the label of a shortcut or equals one of its keys. */
export function matchesShortcut(
  query: string,
  { label, keys }: { readonly label: string; readonly keys: readonly string[] },
): boolean {
  const requested = query.trim().toLowerCase();
  return matchesWords(query, [label]) || keys.some((key) => key.toLowerCase() === requested);
}
