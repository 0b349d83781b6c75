// @module-tag full-scale

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFilmFiles, validFilms } from '#service/testing/random-films.ts';
import { tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { amount } from '#shared/testing/scale.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeFilmFiles(folder.path);
});
afterAll(() => folder[Symbol.asyncDispose]());

// The engine checks each film against its plan, and must report a finding for everything that it cannot render.
test.each(validFilms(amount('randomFilms')))('random film %i is made as planned', async (_, xml) => {
  const made = await tryFilm(xml, { folder: folder.path });
  expect(made, xml).toMatchObject({ ok: true });
});
