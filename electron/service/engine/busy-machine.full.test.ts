import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { countFilm } from './make/parallelism.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(join(folder.path, 'clip.mp4'), { width: 160, height: 90 });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A film of plain scenes and of scenes with a title. */
const FILM = `<movie width="160" height="90" framerate="25">${Array.from({ length: 8 }, (_, at) => {
  const title = at % 2 === 0 ? '' : `<text content="Scene ${at}" size="20"/>`;
  return `<scene duration="${10 + at}"><video src="clip.mp4" skip="${at}"/>${title}</scene>`;
}).join('')}</movie>`;

async function digestOf(name: string, cores: number): Promise<string> {
  const output = join(folder.path, `${name}.mp4`);
  const { sha256 } = await renderFilm(FILM, { folder: folder.path, output, cores, encodingCores: 4 });
  return sha256;
}

test('a film has the same bytes when other films are made simultaneously', async () => {
  const alone = await digestOf('alone', 16);
  using films = new DisposableStack();
  for (let film = 0; film < 12; film++) films.use(countFilm());
  expect(await digestOf('beside', 16)).toBe(alone);
  expect(await digestOf('few', 1)).toBe(alone);
});
