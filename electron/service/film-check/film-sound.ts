import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKS_VERSION } from '#shared/film-check/check-table.ts';
import { createSoundReader, type SoundFacts } from '#shared/film-check/sound-reader.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { openPartStore } from '../engine/cache/part-store.ts';
import { openScratch } from '../engine/cache/scratch.ts';
import { makeSound } from '../engine/make/make-film.ts';
import { gainOfFilm, SOUND_ONLY } from '../engine/make/measure-gain.ts';
import type { FilmPlanner } from '../engine/plan/film-planner.ts';
import { type FoundSources, factsIn } from '../engine/plan/locate-sources.ts';
import type { ReadingTools } from './film-pictures.ts';

/** The maximum length of a sound in seconds: three hours, which take 30 MB. */
const MAX_SECONDS = 3 * 3600;

/**
 * Reads the sound of a film as the engine makes it. Returns `none` for a film without sounds, and `size` for a film that
 * is too long. The facts are cached by the key of the sound. The error lists the problems of the sources.
 */
export async function readSound(
  planner: FilmPlanner,
  found: FoundSources,
  { tools, workshop }: ReadingTools,
  signal: AbortSignal,
): Promise<Result<SoundFacts | 'none' | 'size', readonly Finding[]>> {
  const query = { ...SOUND_ONLY, filters: tools.filters, toolsVersion: tools.version, found: factsIn(found) };
  const planned = await planner.plan(query, signal);
  if (!planned.ok) return planned;
  const { plan, keys } = planned.value;
  const hasSounds =
    plan.music.length > 0 || plan.scenes.some(({ sound, sounds }) => sound !== null || sounds.length > 0);
  if (!hasSounds) return ok('none');
  if (plan.samples > MAX_SECONDS * SAMPLE_RATE) return ok('size');
  const key = createHash('sha256')
    .update(JSON.stringify(['film check', CHECKS_VERSION, keys.film, planner.loudness]))
    .digest('hex');
  const store = openPartStore(workshop);
  await using scratch = await openScratch(workshop.folder);
  const path = join(scratch.folder, key);
  // An earlier check of the same version wrote the file, and the store has checked its digest.
  if ((await store.take(key, path, signal)) !== null) return ok(JSON.parse(await readFile(path, 'utf8')) as SoundFacts);
  const gain = await gainOfFilm(planner, found, { tools, workshop }, signal);
  if (!gain.ok) return gain;
  const facts = await makeSound(
    planned.value,
    found,
    { tools, workshop },
    signal,
    async ({ open }) => {
      const reader = createSoundReader();
      for await (const samples of asFloats(open(gain.value))) reader.add(samples);
      return reader.end();
    },
    () => undefined,
  );
  await writeFile(path, JSON.stringify(facts));
  await store.keep(key, path, signal);
  return ok(facts);
}

/** Converts pieces of 16-bit stereo samples, which can end inside a sample. */
async function* asFloats(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes =
      rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 4);
    const samples = new Float32Array(whole / 2);
    for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(2 * at) / 32768;
    rest = Buffer.from(bytes.subarray(whole));
    yield samples;
  }
}
