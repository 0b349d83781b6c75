/** The length of 16 random bytes in base64url. */
const PREFIX = /^\/s\/[A-Za-z0-9_-]{22}(?=\/)/;

/**
 * Returns the prefix of a path that belongs to a browser session, such as `/s/…22 letters…`; empty if there is none.
 * All requests of the editor in a browser have it, so that its session cookie is sent to no other server.
 */
export function sessionPrefixOf(path: string): string {
  return PREFIX.exec(path)?.[0] ?? '';
}

/** Returns the path prefix of a session. */
export function sessionPrefix(name: string): string {
  return `/s/${name}`;
}
