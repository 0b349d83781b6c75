import { withTimeout } from '../waiting/with-timeout.ts';
import { findMediaTools } from './find-tools.ts';
import type { MediaTools } from './tools.ts';

/** The maximum wait for the first search. */
const FIRST_MILLISECONDS = 1000;

/** A search for FFmpeg. It starts when FFmpeg is first needed, and is repeated until FFmpeg is found. */
export interface ToolsSearch {
  /** Returns the tools. Throws `ffmpeg/not-found`. */
  readonly find: () => Promise<MediaTools>;
  /**
   * Returns the tools; null if the last search failed. Waits briefly for the first search, and returns `searching` if
   * it takes longer.
   */
  readonly found: (signal: AbortSignal) => Promise<MediaTools | 'searching' | null>;
}

/**
 * Creates a search.
 * @param cacheFolder The folder that caches the abilities of programs. The next start then need not run the programs.
 */
export function createToolsSearch(
  environment: Readonly<Record<string, string | undefined>>,
  bundled: string | null,
  cacheFolder: string,
): ToolsSearch {
  let search: Promise<MediaTools> | null = null;
  let tools: MediaTools | null = null;
  let hasFailed = false;
  const startSearch = async () => {
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
    search ??= startSearch();
    return search;
  };
  return {
    find,
    found: async (signal) => {
      if (tools !== null || hasFailed) return tools;
      try {
        return (await withTimeout(find(), FIRST_MILLISECONDS, signal)) ?? 'searching';
      } catch {
        // Ignore the error here: the code that needs FFmpeg reports it.
        return null;
      }
    },
  };
}
