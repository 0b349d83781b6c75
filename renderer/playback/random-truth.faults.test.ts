import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FILM_FILES, makeFilmFiles, rightFilms } from '#service/testing/random-films.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { movieOf } from './testing/movie-of.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

/**
 * Of 255, on average. Wider than for films that people wrote (`composed-truth.slow.test.ts`): of colours that no screen
 * shows, as an effect gives them that saturates four hundred times, the two cut off other parts.
 */
const LUMA = 2;
const CHROMA = 10;

let world: PreviewWorld;

beforeAll(async () => {
  world = await openPreviewWorld();
  await makeFilmFiles(world.folder);
  const { images, sounds, captions, cube } = FILM_FILES;
  for (const name of new Set([...images, ...sounds, captions, cube])) await world.addAsset(join(world.folder, name));
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.faults).toEqual([]));

// Videos are decoded by two programs, so these have none.
const films = rightFilms(Number(process.env['SCENEWRIGHT_RANDOM_PREVIEWS'] ?? 4), { ...FILM_FILES, videos: [] });

test.each(films)('the page composites random film %i as the engine does', async (seed, xml) => {
  const last = buildTimeline(movieOf(xml)).length - 1;
  for (const frame of new Set([0, Math.floor(last / 2), seed % (last + 1)])) {
    const [previewed, rendered] = [await world.previewed(xml, frame), await world.rendered(xml, frame)];
    const { luma, chroma } = comparePictures(previewed, rendered);
    expect({ luma, chroma, isSame: luma <= LUMA && chroma <= CHROMA, frame, xml }).toMatchObject({ isSame: true });
  }
});
