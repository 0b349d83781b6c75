import { createHmac } from 'node:crypto';
import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** How long a browser that is not used stays signed in. */
const SESSION_SECONDS = 30 * 24 * 3600;

/** Browsers that opened a link. Nothing of them is kept: a session is signed, so it goes on when the service starts again. */
export interface EditorSessions {
  /** The value of a `Set-Cookie` header. */
  readonly cookie: () => string;
  /** Whether a `Cookie` header has a session of this service. */
  readonly has: (cookies: string | undefined) => boolean;
}

export function createEditorSessions(secret: string, clock: Clock): EditorSessions {
  const name = cookieName(secret);
  return {
    cookie: () =>
      `${name}=${issuePass(secret, 'session', clock())}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`,
    has: (cookies = '') =>
      cookies.split(';').some((each) => {
        const [key, value = ''] = each.trim().split('=', 2);
        const pass = key === name ? readPass(secret, 'session', value) : null;
        return pass !== null && clock() - pass.issuedAt < SESSION_SECONDS * 1000;
      }),
  };
}

/** Cookies know no ports, so that two services of one machine must not have one name for theirs. */
export function cookieName(secret: string): string {
  return `scenewright-${createHmac('sha256', secret).update('scenewright editor cookie').digest('hex').slice(0, 12)}`;
}
