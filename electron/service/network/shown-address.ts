/** An address for people: its query may be a signature or a key. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
