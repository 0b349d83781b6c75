/** Matches a session prefix. Its 22 characters are 16 random bytes in base64url. */
const PREFIX = /^\/s\/[A-Za-z0-9_-]{22}(?=\/)/;

/**
 * Returns the session prefix of a path, `/s/` and 22 characters; empty if the path has none. All requests of the editor
 * in a browser have this prefix, because it is the path of the session cookie: the browser sends the cookie to no other
 * server on this host.
 */
export function sessionPrefixIn(path: string): string {
  return PREFIX.exec(path)?.[0] ?? '';
}

export function sessionPrefixFor(name: string): string {
  return `/s/${name}`;
}
