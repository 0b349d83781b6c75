import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** The lifetime of a link in milliseconds. */
const LINK_MILLISECONDS = 10 * 60 * 1000;
/**
 * The tolerance for link times from other processes on this machine, in milliseconds. These processes read the clock at
 * another moment.
 */
const AHEAD_MILLISECONDS = 1000;

/**
 * The links that open the editor in a browser: `http://127.0.0.1:7420/?token=…`. A link is valid once, within ten
 * minutes, and only for the service process that it was made for.
 */
export interface EditorLinks {
  /** Checks whether the token opens the editor now. Afterward the token is used up. */
  readonly redeem: (token: string) => boolean;
}

/**
 * Creates the check of link tokens. Any process that can read the workspace's secret, such as a second `npm start`, can
 * make links with `editorLink`.
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
      // Refuse a link from before the start, because it may already have been used.
      const counts =
        pass.issuedAt >= start && pass.issuedAt <= now + AHEAD_MILLISECONDS && now - pass.issuedAt <= LINK_MILLISECONDS;
      if (counts) used.set(pass.id, pass.issuedAt);
      return counts;
    },
  };
}

/** Returns a new link to the editor of a service. The link is valid once. */
export function editorLink(url: string, secret: string, now: number): string {
  return `${url}/?token=${issuePass(secret, 'link', now)}`;
}
