import type { MediaTools } from '../tools.ts';
import { findMediaTools } from './find-tools.ts';

/** FFmpeg, looked for when it is first needed, and again as long as it is not there. */
export interface ToolsSearch {
  /** Throws `ffmpeg/not-found`. */
  readonly find: () => Promise<MediaTools>;
  /** What was found so far. */
  readonly found: () => MediaTools | null;
}

/** @param cacheFolder Where it is remembered what a program can do, so that the next start need not ask it. */
export function createToolsSearch(
  environment: Readonly<Record<string, string | undefined>>,
  bundled: string | null,
  cacheFolder: string,
): ToolsSearch {
  let search: Promise<MediaTools> | null = null;
  let tools: MediaTools | null = null;
  const look = async () => {
    try {
      tools = await findMediaTools(environment, { cacheFolder, ...(bundled !== null && { bundled }) });
      return tools;
    } catch (error) {
      search = null;
      throw error;
    }
  };
  return {
    find: () => {
      search ??= look();
      return search;
    },
    found: () => tools,
  };
}
