/** Returns an address for display. The query is replaced, because it can contain a signature or a key. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
