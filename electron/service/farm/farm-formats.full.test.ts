import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { availableFormats } from '#service/testing/render-film.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { TestClient } from '#service/testing/test-client.ts';
import { cases } from '#shared/testing/scale.ts';
import { startFarm } from './testing/farm-processes.ts';

const CAPTIONS = '<captions track="both" size="20"><cue start="0.2s" end="1s">Hallo</cue></captions>';
const METADATA = '<resources><metadata title="Bauchbinde" artist="Ada" cover="poster"/></resources>';
const LOWER_THIRD = `<movie width="320" height="180" framerate="25" language="de" background="transparent" matte="#336699"
  poster="1s">${METADATA}
  <scene duration="30" chapter="Eins"><text content="\${name, Ada}" background="#c8102e" padding="8 16" radius="9" size="30"
    shadow="2 4 8 #000000"><animation type="slidein" duration="10"/></text>${CAPTIONS}</scene>
  <transition type="crossfade" duration="8"/>
  <scene duration="30" chapter="Zwei"><video src="clip.mp4" scale="0.5" opacity="0.7"/></scene>
</movie>`;
const scenes = (length: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `<scene duration="${length + at}" chapter="Part ${at}"><video src="clip.mp4" skip="${3 * at}"/><text
      content="${at}" size="60"/>${at === 0 ? CAPTIONS : ''}</scene>`,
  ).join('');
const OPAQUE = `<movie width="320" height="180" framerate="25" language="de" loudness="-16">${METADATA}${scenes(20, 5)}</movie>`;
/** Films with enough work to be divided (see `farm/making/divide-film.ts`). */
const LONG = `<movie width="1280" height="720" framerate="25" loudness="-14">${METADATA}${scenes(22, 20)}</movie>`;
const LONG_ALPHA = LONG.replace('<movie', '<movie background="transparent"').replaceAll('<video', '<video scale="0.3"');

const PACKAGE = JSON.stringify({
  ...{ poster: 'png', sheet: { columns: 2, rows: 2 }, captions: ['srt', 'vtt'] },
  ...{ subtitles: true, chapters: true, metadata: true, checksums: true },
});

/** All films of the test. The films of the quick scale come first. */
const ALL: readonly ({ readonly name: string } & Readonly<Record<string, string>>)[] = [
  { name: 'third in webm', template: LOWER_THIRD, format: 'webm', package: PACKAGE },
  { name: 'third in pngs', template: LOWER_THIRD, format: 'pngs', package: PACKAGE },
  { name: 'size in mp4', template: OPAQUE, format: 'mp4', package: PACKAGE, maxbytes: '150kB' },
  { name: 'too small', template: OPAQUE, format: 'mp4', maxbytes: '3000' },
  { name: 'divided, with a size', template: LONG, format: 'mp4', quality: 'draft', package: PACKAGE, maxbytes: '2MB' },
  { name: 'divided, with opacity', template: LONG_ALPHA, format: 'webm', quality: 'draft', package: PACKAGE },
  ...['mov', 'webp', 'apng', 'gif', 'mp4'].map((format) => ({
    ...{ name: `third in ${format}`, template: LOWER_THIRD, format, package: PACKAGE },
  })),
  ...(await availableFormats(['mkv', 'webm', 'hevc'])).map((format) => ({
    ...{ name: `size in ${format}`, template: OPAQUE, format, package: PACKAGE, maxbytes: '150kB' },
  })),
];
const FILMS = cases(4, ALL);

/** Renders all films. Returns their results without addresses and ids. */
async function made(service: TestClient) {
  await using folder = await temporaryFolder();
  const project = await service.createProject('Formats');
  const clip = await makeClip(join(folder.path, 'clip.mp4'), { seconds: 5 });
  await service.putAsset(project, 'clip.mp4', await readFile(clip));
  const ids = await Promise.all(FILMS.map((film) => service.startRender(project, film)));
  const films: Record<string, unknown> = {};
  for (const [at, id] of ids.entries()) {
    const { state, error, bytes, sha256, frames, files, warnings } = await service.endedRender(project, id, 600);
    films[FILMS[at]?.name ?? ''] = {
      ...{ state, bytes, sha256, frames },
      error: error && { code: error.code, values: error.values },
      files: files.map(({ url: _url, ...file }) => file),
      warnings: warnings.map(({ code, reason, values }) => ({ code, reason, values })),
    };
  }
  return films;
}

test('a farm makes the films and packages of a single machine', {
  timeout: 1_500_000,
}, async () => {
  await using farm = await startFarm({ workers: 2 });
  const byFarm = await made(farm.control);
  await farm.control.stop();
  await using folder = await temporaryFolder();
  await using service = await startServiceProcess(folder.path);
  const alone = await made(service);
  expect(byFarm).toEqual(alone);
  for (const [name, film] of Object.entries(alone))
    expect([name, film]).toEqual([
      name,
      expect.objectContaining({ state: name === 'too small' ? 'failed' : 'succeeded' }),
    ]);
  const { files } = alone['third in pngs'] as { readonly files: readonly { readonly part: string }[] };
  expect(new Set(files.map(({ part }) => part))).toEqual(
    new Set(['poster', 'sheet', 'captions', 'chapters', 'metadata', 'cover', 'checksums']),
  );
});
