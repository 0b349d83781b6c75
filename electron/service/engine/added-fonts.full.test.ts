import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fontOfCharacter } from '#service/drawings/testing/sample-fonts.ts';
import { addFonts } from '#service/fonts/add-fonts.ts';
import { readInstalledFonts } from '#service/fonts/installed-fonts.ts';
import { somePackage } from '#service/fonts/testing/some-package.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

const XML =
  '<movie width="160" height="90" framerate="25"><scene duration="2"><text content="日" size="60"/></scene></movie>';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(at('archives'));
});
afterAll(() => folder[Symbol.asyncDispose]());

function render(name: string) {
  return renderFilm(XML, {
    ...{ folder: folder.path, output: at(name), workshop: { folder: at('workshop'), isCacheOn: true } },
    fonts: () => readInstalledFonts(at('fonts')),
  });
}

test('adding fonts remakes a text with missing characters', async () => {
  const before = await render('before.mp4');
  expect(before.warnings.map(({ code }) => code)).toEqual(['text/missing-glyph']);
  const addedFonts = await somePackage(at('archives'), await fontOfCharacter('日'));
  const options = { registry: '', signal: new AbortController().signal, onProgress: () => undefined };
  expect(await addFonts(addedFonts, { folder: at('fonts'), from: [at('archives')], ...options })).toBe(true);
  const after = await render('after.mp4');
  expect(after.warnings).toEqual([]);
  expect(after.cachedScenes).toBe(0);
  expect(after.sha256).not.toBe(before.sha256);
});
