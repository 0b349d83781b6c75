import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { movieOf } from '#service/testing/plan-film.ts';
import { locateIn, renderFilm, testTools, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { movieWithin } from '#shared/timeline/build-timeline.ts';
import { renderMovie } from './engine.ts';
import { createFilmPlanner } from './plan/film-planner.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const picture = (name: string, seconds: number) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', `color=gray:size=64x36:rate=10:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-y', at(name)],
    );
  await Promise.all([
    picture('clip.mov', 1.2),
    picture('long.mov', 2),
    ffmpeg('-f', 'lavfi', '-i', 'aevalsrc=exprs=0.25:sample_rate=48000:duration=1.53', '-y', at('voice.wav')),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

const movie = (inside: string) => `<movie width="64" height="36" framerate="10">${inside}</movie>`;
const framesOf = async (inside: string) =>
  (await renderFilm(movie(inside), { folder: folder.path, format: 'mov' })).frames;

test('a film is as long as the content of its scenes', async () => {
  expect(await framesOf('<scene><video src="clip.mov"/></scene>')).toBe(12);
  expect(await framesOf('<scene extra="3"><video src="clip.mov" skip="5"/></scene><scene duration="4"/>')).toBe(14);
  expect(await framesOf('<scene duration="audio"><video src="long.mov"/><audio src="voice.wav"/></scene>')).toBe(16);
  expect(
    await framesOf(
      `<scene><audio src="voice.wav" offset="2"/><solid color="#fff"><animation type="fadeout"/></solid></scene>
       <transition duration="5"/><scene><video src="clip.mov"/></scene>`,
    ),
  ).toBe(18 + 12 - 5);
});

full.test('equal measured and explicit durations produce the same part', async () => {
  const workshop = { isCacheOn: true };
  const xml = (attributes: string) => movie(`<scene ${attributes}><video src="clip.mov"/></scene>`);
  const explicit = await renderFilm(xml('duration="12"'), { folder: folder.path, workshop });
  const measured = await renderFilm(xml(''), { folder: folder.path, workshop });
  expect([measured.cachedScenes, measured.sha256]).toEqual([1, explicit.sha256]);
});

test('a missing source that determines a length is reported for any range', async () => {
  const xml = movie('<scene><video src="gone.mov"/></scene><scene duration="5"><video src="clip.mov"/></scene>');
  const refused = await tryFilm(xml, { folder: folder.path });
  expect(refused).toMatchObject({ ok: false, error: [{ code: 'source/unreadable' }] });
  const range = await renderRange(xml, 200, 205);
  expect(range).toMatchObject({ ok: false, error: [{ code: 'source/unreadable' }] });
});

full.test("a range has the film's frames and must start before its end", async () => {
  const xml = movie('<scene><video src="clip.mov"/></scene><scene><video src="long.mov"/></scene>');
  expect(await renderRange(xml, 10, 15)).toMatchObject({ ok: true, value: { frames: 5, scenes: 2 } });
  expect(await renderRange(xml, 20, 99)).toMatchObject({ ok: true, value: { frames: 12, scenes: 1 } });
  expect(await renderRange(xml, 32, 99)).toMatchObject({ ok: false, error: [{ code: 'template/no-scenes' }] });
});

full.test('findings that depend on lengths are reported at the render', async () => {
  const late = await renderFilm(
    movie(
      '<scene><video src="clip.mov"/><solid offset="20" width="9"/></scene><scene duration="9"><video src="clip.mov" skip="2s"/></scene>',
    ),
    { folder: folder.path },
  );
  expect(late.warnings.map(({ code }) => code)).toEqual(['template/layer-outside', 'source/ended']);
  const silent = await tryFilm(movie('<scene><audio src="clip.mov"/></scene>'), { folder: folder.path });
  expect(silent).toMatchObject({ ok: false, error: [{ code: 'template/no-length' }] });
});

async function renderRange(xml: string, from: number, to: number) {
  const tools = await testTools();
  return renderMovie(
    {
      film: createFilmPlanner(movieWithin(movieOf(xml), { from, to })),
      ...{ format: 'mp4', quality: 'standard', output: at('range.mp4') },
    },
    {
      tools,
      workshop: { folder: at('workshop'), isCacheOn: false, limitBytes: 2 ** 30 },
      locate: locateIn(folder.path),
    },
    { signal: new AbortController().signal },
  );
}
