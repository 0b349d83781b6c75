import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { withSentence } from '#shared/messages/testing/messages.ts';
import { type FetchOptions, fetchSource } from '../fetch-source.ts';
import { openSourceStore } from '../source-store.ts';

/** The film that the servers of these tests send. */
export const FILM = randomBytes(300_000);
/** The address policy of the command, which allows requests to this machine. */
export const local = { allowHosts: new Set<string>(), allowLoopback: true };

export function giveFilm(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': FILM.length }).end(FILM);
}

/** Returns functions that fetch into a store in the folder of the running test. */
export function fetchingInto(folder: () => string) {
  const fetching = (url: string, { limits, ...others }: Partial<FetchOptions> = {}) =>
    fetchSource(url, {
      store: openSourceStore(join(folder(), 'sources')),
      policy: local,
      signal: new AbortController().signal,
      limits: { pauseMilliseconds: 1, ...limits },
      ...others,
    });
  return {
    fetching,
    /** Returns the reason why a fetch failed; null if it succeeded. */
    errorOf: async (url: string, options: Partial<FetchOptions> = {}) => {
      const result = await fetching(url, options);
      return result.ok ? null : withSentence(result.error);
    },
    filesLeft: (): Promise<readonly string[]> => readdir(join(folder(), 'sources', 'bytes')).catch(() => []),
  };
}
