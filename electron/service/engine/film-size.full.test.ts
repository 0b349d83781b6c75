import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { readFrameTimes } from '#service/testing/measure-film.ts';
import { availableFormats, renderFilm, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { cases, scale } from '#shared/testing/scale.ts';
import { type FormatName, formatOf, sizedFormats } from './formats/formats.ts';
import type { RenderProgress } from './make/render-types.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);
const CLIP = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8', '-g', '12', '-c:a', 'aac'];

beforeAll(async () => {
  folder = await temporaryFolder();
  const noisy = 'noise=alls=10:allf=t';
  await Promise.all([
    makeClip(at('moving.mp4'), { seconds: 4, rate: '25', width: 320, height: 180, codecs: CLIP }),
    makeClip(at('noisy.mp4'), { seconds: 4, rate: '25', width: 320, height: 180, filters: noisy, codecs: CLIP }),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

const video = (duration: number, src: string, skip = 0): string =>
  `<scene duration="${duration}"><video src="${src}" skip="${skip}"/></scene>`;
const titled = (duration: number, src: string): string =>
  `<scene duration="${duration}"><video src="${src}"/><text content="A title" size="30"><animation type="slidein" duration="20"/></text></scene>`;
const SIZE = scale === 'full' ? 'width="320" height="180"' : 'width="192" height="108"';
const movie = (...scenes: readonly string[]): string => `<movie ${SIZE} framerate="25">${scenes.join('')}</movie>`;
const WORKSHOP = { isCacheOn: true, folder: '' };
const workshop = (name: string) => ({ ...WORKSHOP, folder: at(name) });

const FILM = movie(
  video(50, 'moving.mp4'),
  titled(30, 'noisy.mp4'),
  video(20, 'noisy.mp4', 40),
  video(20, 'moving.mp4', 40),
);

/** The formats of the quick scale: one for each way to reach a size. */
const FIRST: readonly FormatName[] = ['mp4', 'webm', 'av1'];
const available = await availableFormats(sizedFormats);
const FORMATS = [...FIRST, ...available.filter((name) => !FIRST.includes(name))];

test.each(cases(FIRST.length, FORMATS))('a film has the requested size in the format: %s', async (format) => {
  const cached = workshop(format);
  const first = await renderFilm(FILM, { folder: folder.path, format, workshop: cached });
  const maxBytes = Math.round(first.bytes * 0.6);
  const done: number[] = [];
  const onProgress = (progress: RenderProgress) => void done.push(progress.done);
  const film = await renderFilm(FILM, { folder: folder.path, format, workshop: cached, maxBytes, onProgress });
  expect(film.bytes / maxBytes).toBeLessThanOrEqual(1);
  // Two passes of a scene count its frames once.
  expect(Math.max(...done)).toBe(120);
  expect(film.bytes / maxBytes).toBeGreaterThanOrEqual(1 - (formatOf(format).sizing?.tolerance ?? 0));
  expect(await readFrameTimes(film.path)).toHaveLength(120);
  // The level is cached, so the second render copies the film.
  const again = await renderFilm(FILM, { folder: folder.path, format, workshop: cached, maxBytes });
  expect(again.sha256).toBe(film.sha256);
  // The film without a limit keeps its bytes.
  const unlimited = await renderFilm(FILM, { folder: folder.path, format, workshop: cached });
  expect(unlimited.sha256).toBe(first.sha256);
});

// FFmpeg since version 7 behaves in this way, because libvpx writes no packets in its first pass.
test('a film has the requested size although FFmpeg reports no first pass', async () => {
  const script = `case "$*" in *"-pass 1"*) real "$@" 3>/dev/null; exit $? ;; esac`;
  const tools = { ffmpeg: await faultyFfmpeg(folder.path, 'no-reports', 'any', script) };
  const xml = movie(video(20, 'noisy.mp4'), titled(20, 'moving.mp4'));
  const first = await renderFilm(xml, { folder: folder.path, format: 'webm', workshop: workshop('first-pass') });
  const maxBytes = Math.round(first.bytes * 0.6);
  const options = { folder: folder.path, format: 'webm', workshop: workshop('first-pass'), tools } as const;
  expect((await renderFilm(xml, { ...options, maxBytes })).bytes).toBeLessThanOrEqual(maxBytes);
});

test('a film that is small enough keeps its bytes', async () => {
  const cached = workshop('kept');
  const first = await renderFilm(FILM, { folder: folder.path, workshop: cached });
  const film = await renderFilm(FILM, { folder: folder.path, workshop: cached, maxBytes: first.bytes });
  expect(film.sha256).toBe(first.sha256);
});

test('a size below the minimum is refused with the minimum', async () => {
  const refused = tryFilm(FILM, { folder: folder.path, maxBytes: 5_000 });
  await expect(refused).rejects.toMatchObject({
    code: 'format/size-target',
    says: { code: 'format/size-target', values: { bytes: 5_000, least: expect.any(Number) } },
  });
});

test('a film can be as small as the minimum in a refusal', async () => {
  const error: unknown = await tryFilm(FILM, { folder: folder.path, maxBytes: 5_000 }).catch((cause: unknown) => cause);
  const { least } = (error as { readonly says: { readonly values: { readonly least: number } } }).says.values;
  const film = await renderFilm(FILM, { folder: folder.path, maxBytes: least });
  expect(film.bytes).toBeLessThanOrEqual(least);
});

/** Twenty films with few and many scenes, drawings, noise, and videos. */
const films: readonly string[] = Array.from({ length: 20 }, (_, index) => {
  const src = index % 2 === 0 ? 'moving.mp4' : 'noisy.mp4';
  const other = index % 3 === 0 ? 'moving.mp4' : 'noisy.mp4';
  const scenes = [
    titled(25 + index, src),
    ...Array.from({ length: index % 5 }, (_each, later) => video(10 + later, other, 5 * later)),
  ];
  return movie(...scenes);
});

full.test.each(
  cases(
    2,
    films.map((xml, index) => [index, xml] as const),
  ),
)('a film stays within each of three size limits: film %i', async (index, xml) => {
  const format: FormatName = available[index % available.length] ?? 'mp4';
  const cached = workshop(`film-${index}`);
  const first = await renderFilm(xml, { folder: folder.path, format, workshop: cached });
  for (const share of [0.85, 0.6, 0.4]) {
    const maxBytes = Math.round(first.bytes * share);
    const result = await tryFilm(xml, { folder: folder.path, format, workshop: cached, maxBytes }).catch(
      (error: unknown) => error,
    );
    // Below 0.02 bits per pixel, the film is refused.
    if (result instanceof Error) expect(result).toMatchObject({ code: 'format/size-target' });
    else {
      const { bytes } = (result as { readonly value: { readonly bytes: number } }).value;
      const { tolerance = 0 } = formatOf(format).sizing ?? {};
      expect([format, share, bytes / maxBytes <= 1 && bytes / maxBytes >= 1 - tolerance, bytes / maxBytes]).toEqual([
        format,
        share,
        true,
        expect.any(Number),
      ]);
    }
  }
});
