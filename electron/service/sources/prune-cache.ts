import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderBounds, pruneFolder } from '../files/prune-folder.ts';
import { pruneSources } from './source-store.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
/**
 * The limits of the records: digests of files, ffprobe's answers, and the abilities of an FFmpeg. A record has a few
 * hundred bytes to a few kilobytes.
 */
const RECORDS: FolderBounds = { bytes: 2 ** 26, files: 20_000, ageMilliseconds: 90 * DAY_MILLISECONDS };

/**
 * Removes fetched sources and records that exceed their limits. Checks the records at most once in 24 hours, because
 * there are many.
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
  // Ignore a read-only cache, because it contains no records.
  await writeFile(mark, '').catch(() => undefined);
}
