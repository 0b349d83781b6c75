import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderBounds, pruneFolder } from '../files/prune-folder.ts';
import { pruneSources } from './source-store.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
/**
 * Digests of files, what ffprobe said of them and what an FFmpeg can do: a few hundred bytes to some kilobytes each.
 */
const RECORDS: FolderBounds = { bytes: 2 ** 26, files: 20_000, ageMilliseconds: 90 * DAY_MILLISECONDS };

/**
 * Brings what was fetched and found out within bounds. The records are looked through once a day, because they are
 * many.
 */
export async function pruneCache(
  cacheFolder: string,
  { sourceBytes, now = Date.now() }: { readonly sourceBytes?: number; readonly now?: number } = {},
): Promise<void> {
  await pruneSources(join(cacheFolder, 'sources'), {
    now,
    ...(sourceBytes === undefined ? {} : { bytes: sourceBytes }),
  });
  const mark = join(cacheFolder, 'records-pruned');
  const last = await stat(mark).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );
  if (Math.abs(now - last) < DAY_MILLISECONDS) return;
  for (const name of ['digests', 'facts', 'tools']) await pruneFolder(join(cacheFolder, name), RECORDS, now);
  // Where there is no cache, or it cannot be written, there is nothing to remember.
  await writeFile(mark, '').catch(() => undefined);
}
