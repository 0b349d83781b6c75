import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailure } from '../../errors/storage-failure.ts';
import type { FilmKeys } from '../plan/film-keys.ts';
import type { PartStore } from './part-store.ts';

/** A cache of films by key. It works like {@link PartStore}, the cache of parts. */
export type CachedFilms = Pick<PartStore, 'take' | 'keep'>;

/** The cache of films, and the key of the film to look up or to store. */
interface FilmCacheContext {
  readonly films: CachedFilms;
  readonly keys: Pick<FilmKeys, 'film'>;
  /** The scratch folder of this render. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The digest and the size of a finished file. */
export interface FilmFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Copies the film from the cache to `path`. Returns null if the cache has no film with this key. */
export async function copyCachedFilm(
  path: string,
  { films, keys, folder, signal }: FilmCacheContext,
): Promise<FilmFile | null> {
  const cached = join(folder, keys.film);
  const sha256 = await films.take(keys.film, cached, signal);
  if (sha256 === null) return null;
  // Copy the file, so that the cache stays intact if a user edits the film.
  await copyFile(cached, path, constants.COPYFILE_FICLONE);
  return { sha256, bytes: (await stat(path)).size };
}

/**
 * Caches a checked film. Dates its last use to `startedAt`. Pruning then removes it before its parts, from which it can
 * be joined again quickly. On a full disk, returns without caching the film.
 */
export async function cacheFilm(
  path: string,
  { sha256 }: FilmFile,
  startedAt: Date,
  { films, keys, folder, signal }: FilmCacheContext,
): Promise<void> {
  const copy = join(folder, keys.film);
  try {
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    await films.keep(keys.film, copy, signal, { sha256, usedAt: startedAt });
  } catch (error) {
    await rm(copy, { force: true });
    if (storageFailure(error) === error) throw error;
  }
}
