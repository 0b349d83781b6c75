import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailure } from '../../errors/storage-failure.ts';
import type { FilmKeys } from '../plan/film-keys.ts';
import type { PartStore } from './part-store.ts';

/** Keeps films by key, as a {@link PartStore} does parts. */
export type CachedFilms = Pick<PartStore, 'take' | 'keep'>;

/** Where films are kept, and the name of this one. */
interface CachedIn {
  readonly films: CachedFilms;
  readonly keys: Pick<FilmKeys, 'film'>;
  /** Scratch of this render. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** What a finished file comes to. */
export interface FilmFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Puts the film that an earlier render of the same left behind at `path`; null if there is none. */
export async function takeFilm(path: string, { films, keys, folder, signal }: CachedIn): Promise<FilmFile | null> {
  const kept = join(folder, keys.film);
  const sha256 = await films.take(keys.film, kept, signal);
  if (sha256 === null) return null;
  // A copy, so that what a person does to the film is not done to the kept one.
  await copyFile(kept, path, constants.COPYFILE_FICLONE);
  return { sha256, bytes: (await stat(path)).size };
}

/**
 * Keeps a checked film for the next render of the same. It counts as used before its parts, so that it goes before
 * them: joining them again is quick. A disk without room for it costs that time and nothing else.
 */
export async function keepFilm(
  path: string,
  { sha256 }: FilmFile,
  startedAt: Date,
  { films, keys, folder, signal }: CachedIn,
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
