import { withTimeout } from '../waiting/with-timeout.ts';
import { findMediaTools } from './find-tools.ts';
import type { MediaTools } from './tools.ts';

/** The longest wait for the first search. */
const FIRST_MILLISECONDS = 1000;

/** FFmpeg, looked for when it is first needed, and again as long as it is not there. */
export interface ToolsSearch {
  /** Throws `ffmpeg/not-found`. */
  readonly find: () => Promise<MediaTools>;
  /** What was found so far; null where the search failed. The first search is waited for, for a moment. */
  readonly found: (signal: AbortSignal) => Promise<MediaTools | 'searching' | null>;
}

/** @param cacheFolder Where it is remembered what a program can do, so that the next start need not ask it. */
export function createToolsSearch(
  environment: Readonly<Record<string, string | undefined>>,
  bundled: string | null,
  cacheFolder: string,
): ToolsSearch {
  let search: Promise<MediaTools> | null = null;
  let tools: MediaTools | null = null;
  let hasFailed = false;
  const look = async () => {
    try {
      tools = await findMediaTools(environment, { cacheFolder, ...(bundled !== null && { bundled }) });
      return tools;
    } catch (error) {
      search = null;
      hasFailed = true;
      throw error;
    }
  };
  const find = () => {
    search ??= look();
    return search;
  };
  return {
    find,
    found: async (signal) => {
      if (tools !== null || hasFailed) return tools;
      try {
        return (await withTimeout(find(), FIRST_MILLISECONDS, signal)) ?? 'searching';
      } catch {
        // Whoever needs FFmpeg is told why there is none.
        return null;
      }
    },
  };
}
