import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies in a worker's own folder. */
export interface WorkerFolders {
  /** Which FFmpeg processes run, for the next start to end those that were left. */
  readonly processes: string;
  /** Sources, templates and fonts that came from the store. */
  readonly files: string;
  /** Kept parts, and scratch. */
  readonly workshop: string;
  /** What was found out of sources, and those that came from addresses. */
  readonly sources: string;
  /** Notes of the orders that it holds. */
  readonly held: string;
  /** Films that are not finished. */
  readonly unfinished: string;
  /** What each may take up, in bytes. */
  readonly limits: { readonly files: number; readonly workshop: number; readonly sources: number };
}

/** Of what the cache may take up: sources of films that go on side by side, then parts, of which the store has all. */
const SHARES = { files: 0.5, workshop: 0.375, sources: 0.125 };

export function workerFolders(own: string, cacheBytes: number): WorkerFolders {
  return {
    processes: join(own, 'processes'),
    files: join(own, 'files'),
    workshop: join(own, 'workshop'),
    sources: join(own, 'sources'),
    held: join(own, 'held'),
    unfinished: join(own, 'unfinished'),
    limits: {
      files: Math.floor(SHARES.files * cacheBytes),
      workshop: Math.floor(SHARES.workshop * cacheBytes),
      sources: Math.floor(SHARES.sources * cacheBytes),
    },
  };
}

/** Removes what an earlier run was working on: the folder is ours alone, so nobody works on it any more. */
export async function clearUnfinished({ unfinished, workshop, files }: WorkerFolders): Promise<void> {
  for (const folder of [unfinished, join(workshop, 'work'), `${files}-in-use`])
    await rm(folder, { recursive: true, force: true });
}
