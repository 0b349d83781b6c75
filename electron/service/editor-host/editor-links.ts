import type { Clock } from '../storage/ports.ts';
import { issuePass, readPass } from './signed-pass.ts';

/** How long a link can be opened. */
const LINK_MILLISECONDS = 10 * 60 * 1000;
/** Clocks of two processes of one machine are read at different moments. */
const AHEAD_MILLISECONDS = 1000;

/**
 * The links that open the editor in a browser: each once, for ten minutes, as long as the service that it was made for
 * runs.
 */
export interface EditorLinks {
  /** Whether it opens the editor now; it never does again. */
  readonly redeem: (token: string) => boolean;
}

/**
 * Links need not be made by the process that redeems them: whoever may read the workspace's secret can make one, such
 * as a second `npm start`.
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
      // What was made before the start may have been used before the start.
      const counts =
        pass.issuedAt >= start && pass.issuedAt <= now + AHEAD_MILLISECONDS && now - pass.issuedAt <= LINK_MILLISECONDS;
      if (counts) used.set(pass.id, pass.issuedAt);
      return counts;
    },
  };
}

/** The address that opens the editor of a service in a browser, once. */
export function editorLink(url: string, secret: string, now: number): string {
  return `${url}/?token=${issuePass(secret, 'link', now)}`;
}
