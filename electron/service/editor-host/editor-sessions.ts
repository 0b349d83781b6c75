import { createHmac, randomBytes } from 'node:crypto';
import { sessionPrefixFor } from '#shared/contract/session-prefix.ts';
import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** The time that a session lasts after the last visit of the editor, in seconds. */
const SESSION_SECONDS = 30 * 24 * 3600;

/**
 * The sessions of browsers that opened a link. They are signed and not stored, so they survive a restart. A new API
 * secret ends them. Each session has a prefix: an unguessable path `/s/…/` for all requests of the editor. Browsers
 * send cookies to every port of a host, but only to the path of the cookie. A cookie is valid only for its own prefix.
 */
export interface EditorSessions {
  /** Returns the prefix of a new session. */
  readonly newPrefix: () => string;
  /** Returns a `Set-Cookie` header for a session's prefix. The cookie is valid for thirty days from now. */
  readonly cookie: (prefix: string) => string;
  /** Checks whether a `Cookie` header contains the session of the prefix. Returns false for the empty prefix. */
  readonly has: (prefix: string, cookies: string | undefined) => boolean;
}

export function createEditorSessions(secret: string, clock: Clock): EditorSessions {
  const name = cookieName(secret);
  return {
    newPrefix: () => sessionPrefixFor(randomBytes(16).toString('base64url')),
    cookie: (prefix) => {
      const pass = issuePass(secret, `session ${prefix}`, clock());
      return `${name}=${pass}; Path=${prefix}/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`;
    },
    has: (prefix, cookies = '') =>
      prefix !== '' &&
      cookies.split(';').some((cookie) => {
        const [key, value = ''] = cookie.trim().split('=', 2);
        const pass = key === name ? readPass(secret, `session ${prefix}`, value) : null;
        return pass !== null && clock() - pass.issuedAt < SESSION_SECONDS * 1000;
      }),
  };
}

/**
 * Returns the name of the cookie. It identifies the secret without revealing it, and distinguishes two services on one
 * machine.
 */
export function cookieName(secret: string): string {
  return `scenewright-${createHmac('sha256', secret).update('scenewright editor cookie').digest('hex').slice(0, 12)}`;
}
