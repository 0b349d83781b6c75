import { createHmac, randomBytes } from 'node:crypto';
import { sessionPrefix } from '#shared/contract/session-prefix.ts';
import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** How long a browser that is not used stays signed in. */
const SESSION_SECONDS = 30 * 24 * 3600;

/**
 * Browsers that opened a link. Nothing of them is kept: a session is signed, so it goes on when the service starts
 * again. Each has a prefix, a path that nobody can guess: browsers send cookies to every port of a host, but to no other
 * path than that of the cookie, and a cookie counts at no other prefix than its own.
 */
export interface EditorSessions {
  /** The prefix of a new session. */
  readonly newPrefix: () => string;
  /** The value of a `Set-Cookie` header for a session's prefix. Its thirty days begin with it. */
  readonly cookie: (prefix: string) => string;
  /** Whether a `Cookie` header has the session of that prefix; none is of the empty one. */
  readonly has: (prefix: string, cookies: string | undefined) => boolean;
}

export function createEditorSessions(secret: string, clock: Clock): EditorSessions {
  const name = cookieName(secret);
  return {
    newPrefix: () => sessionPrefix(randomBytes(16).toString('base64url')),
    cookie: (prefix) => {
      const pass = issuePass(secret, `session ${prefix}`, clock());
      return `${name}=${pass}; Path=${prefix}/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`;
    },
    has: (prefix, cookies = '') =>
      prefix !== '' &&
      cookies.split(';').some((each) => {
        const [key, value = ''] = each.trim().split('=', 2);
        const pass = key === name ? readPass(secret, `session ${prefix}`, value) : null;
        return pass !== null && clock() - pass.issuedAt < SESSION_SECONDS * 1000;
      }),
  };
}

/** Tells whose links work at a service, without telling the secret; and two services of one machine apart. */
export function cookieName(secret: string): string {
  return `scenewright-${createHmac('sha256', secret).update('scenewright editor cookie').digest('hex').slice(0, 12)}`;
}
