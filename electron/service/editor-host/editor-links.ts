import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** The lifetime of a link. */
const LINK_MILLISECONDS = 10 * 60 * 1000;
/** The tolerance for links of another process on this machine, which read the clock at another moment. */
const AHEAD_MILLISECONDS = 1000;

/**
 * The links that open the editor in a browser: `http://127.0.0.1:7420/?token=…`. Each works once, within ten minutes,
 * and only with the service process that it was made for.
 */
export interface EditorLinks {
  /** Returns whether the token opens the editor now. It never does again. */
  readonly redeem: (token: string) => boolean;
}

/**
 * Creates the set of links. Any process that can read the workspace's secret can make a link, such as a second `npm
 * start`.
 */
export function createEditorLinks(secret: string, clock: Clock): EditorLinks {
  const start = clock();
  const used = new Map<string, number>();
  return {
    redeem: (token) => {
      const now = clock();
      for (const [id, issuedAt] of used) if (now - issuedAt > LINK_MILLISECONDS) used.delete(id);
      const pass = readPass(secret, 'link', token);
      if (pass === null || used.has(pass.id)) return false;
      // A link from before the start can have been used already.
      const counts =
        pass.issuedAt >= start && pass.issuedAt <= now + AHEAD_MILLISECONDS && now - pass.issuedAt <= LINK_MILLISECONDS;
      if (counts) used.set(pass.id, pass.issuedAt);
      return counts;
    },
  };
}

/** Returns a new link to the editor of a service, which works once. */
export function editorLink(url: string, secret: string, now: number): string {
  return `${url}/?token=${issuePass(secret, 'link', now)}`;
}
