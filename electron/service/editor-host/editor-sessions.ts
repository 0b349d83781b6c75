import { createHmac, randomBytes } from 'node:crypto';
import { sessionPlace } from '../../../shared/contract/session-place.ts';
import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** How long a browser that is not used stays signed in. */
const SESSION_SECONDS = 30 * 24 * 3600;

/**
 * Browsers that opened a link. Nothing of them is kept: a session is signed, so it goes on when the service starts
 * again. Each has a place, a path that nobody can guess: browsers send cookies to every port of a host, but to no other
 * path than that of the cookie, and a cookie counts at no other place than its own.
 */
export interface EditorSessions {
  /** The place of a new session. */
  readonly newPlace: () => string;
  /** The value of a `Set-Cookie` header for a session's place. Its thirty days begin with it. */
  readonly cookie: (place: string) => string;
  /** Whether a `Cookie` header has the session of that place; none is of the empty one. */
  readonly has: (place: string, cookies: string | undefined) => boolean;
}

export function createEditorSessions(secret: string, clock: Clock): EditorSessions {
  const name = cookieName(secret);
  return {
    newPlace: () => sessionPlace(randomBytes(16).toString('base64url')),
    cookie: (place) => {
      const pass = issuePass(secret, `session ${place}`, clock());
      return `${name}=${pass}; Path=${place}/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`;
    },
    has: (place, cookies = '') =>
      place !== '' &&
      cookies.split(';').some((each) => {
        const [key, value = ''] = each.trim().split('=', 2);
        const pass = key === name ? readPass(secret, `session ${place}`, value) : null;
        return pass !== null && clock() - pass.issuedAt < SESSION_SECONDS * 1000;
      }),
  };
}

/** Tells whose links work at a service, without telling the secret; and two services of one machine apart. */
export function cookieName(secret: string): string {
  return `scenewright-${createHmac('sha256', secret).update('scenewright editor cookie').digest('hex').slice(0, 12)}`;
}
