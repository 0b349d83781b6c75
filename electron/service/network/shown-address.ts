/** Returns an address for display. Leaves out the credentials, and replaces the query, which can contain a signature. */
export function displayedAddress(url: URL): string {
  const shown = new URL(url);
  for (const part of ['username', 'password', 'search', 'hash'] as const) shown[part] = '';
  return `${shown.href}${url.search === '' ? '' : '?…'}`;
}
