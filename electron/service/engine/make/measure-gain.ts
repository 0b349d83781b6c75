import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type FilmGain, findFilmGain } from '#shared/sound/film-gain.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { openPartStore } from '../cache/part-store.ts';
import { openScratch } from '../cache/scratch.ts';
import { ENGINE_VERSION } from '../parts/part.ts';
import type { FilmPlanner } from '../plan/film-planner.ts';
import { type FoundSources, factsIn } from '../plan/locate-sources.ts';
import { makeSound } from './make-film.ts';
import type { MakingDependencies } from './render-types.ts';

/** The format for measurements, which need only the sound. */
export const SOUND_ONLY = { format: 'mp3', quality: 'standard' } as const;

const cachedGain = z.object({
  gain: z.number().positive(),
  ceiling: z.number().positive(),
  integrated: z.number().nullable(),
  truePeak: z.number().min(0),
  reached: z.number().nullable(),
});

/**
 * Returns the gain of a film with a requested loudness, from the cache or from measuring the sound of the whole film.
 * Returns null if no loudness is requested. The error lists all problems of the sources.
 */
export async function gainOfFilm(
  film: FilmPlanner,
  found: FoundSources,
  dependencies: MakingDependencies,
  signal: AbortSignal,
): Promise<Result<FilmGain | null, readonly Finding[]>> {
  const { loudness } = film;
  if (loudness === null) return ok(null);
  const { tools, workshop, parts: store = openPartStore(workshop) } = dependencies;
  const query = { ...SOUND_ONLY, filters: tools.filters, toolsVersion: tools.version, found: factsIn(found) };
  const planned = await film.plan({ ...query, isWhole: true }, signal);
  if (!planned.ok) return err(planned.error);
  const inputs = ['gain', ENGINE_VERSION, loudness.integrated, loudness.truePeak, planned.value.keys.film];
  const key = createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  await using scratch = await openScratch(workshop.folder);
  const path = join(scratch.folder, key);
  if ((await store.take(key, path, signal)) !== null) {
    const cached = cachedGain.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (cached.success) return ok(cached.data);
  }
  const gain = await makeSound(
    planned.value,
    found,
    dependencies,
    signal,
    ({ openUnclipped }) => findFilmGain(loudness, openUnclipped),
    () => undefined,
  );
  await writeFile(path, JSON.stringify(gain));
  await store.keep(key, path, signal);
  return ok(gain);
}
