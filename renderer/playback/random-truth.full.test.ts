// @module-tag full-scale

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FILM_FILES, makeFilmFiles, validFilms } from '#service/testing/random-films.ts';
import { amount } from '#shared/testing/scale.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { movieOf } from './testing/movie-of.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

/**
 * The maximum mean difference of luma, out of 255 levels. It is larger than in `composed-truth.full.test.ts`. Random
 * effects, such as a saturation of 400, create colors outside the gamut, and the preview and the engine clip them
 * differently.
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

// The films have no videos, because the browser and FFmpeg use different decoders.
const films = validFilms(amount('randomPreviews'), { ...FILM_FILES, videos: [] });

test.each(films)('the page composites random film %i like the engine', async (seed, xml) => {
  const last = buildTimeline(movieOf(xml)).length - 1;
  for (const frame of new Set([0, Math.floor(last / 2), seed % (last + 1)])) {
    const [previewed, rendered] = [await world.previewed(xml, frame), await world.rendered(xml, frame)];
    const { luma, chroma } = comparePictures(previewed, rendered);
    expect({ luma, chroma, isSame: luma <= LUMA && chroma <= CHROMA, frame, xml }).toMatchObject({ isSame: true });
  }
});
