/** Returns an address for display. Replaces the query, which may contain a signature or a key. */
export function displayedAddress(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
