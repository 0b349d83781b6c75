/** As many letters as 16 random bytes have in base64url. */
const PREFIX = /^\/s\/[A-Za-z0-9_-]{22}(?=\/)/;

/**
 * The beginning of a path that belongs to one browser's session, such as `/s/…22 letters…`; empty where there is none. All
 * that the editor asks of the service in a browser has it, so that the session's cookie is sent to no other server.
 */
export function sessionPrefixOf(path: string): string {
  return PREFIX.exec(path)?.[0] ?? '';
}

/** The prefix of a session of that name. */
export function sessionPrefix(name: string): string {
  return `/s/${name}`;
}
