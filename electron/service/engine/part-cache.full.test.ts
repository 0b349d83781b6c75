import { existsSync, renameSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countingFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { availableFormats, type FilmOptions, renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { type FormatName, formatNames, formatOf } from './formats/formats.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let counting: Awaited<ReturnType<typeof countingFfmpeg>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('clip.mp4'), { width: 160, height: 90 });
  counting = await countingFfmpeg(folder.path);
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(() => rm(at('workshop'), { recursive: true, force: true }));

interface SceneOptions {
  readonly skip?: number;
  readonly attributes?: string;
  readonly effects?: string;
}

const scene = ({ skip = 0, attributes = '', effects = '' }: SceneOptions = {}): string =>
  `<scene duration="7"><video src="clip.mp4" skip="${skip}" ${attributes}>${effects}</video></scene>`;
const movie = (scenes: readonly string[], size = 'width="160" height="90"'): string =>
  `<movie ${size} framerate="25">${scenes.join('')}</movie>`;
const GREY = '<filter type="saturation" intensity="0"/>';

function render(xml: string, options: Partial<FilmOptions> = {}) {
  const workshop = { folder: at('workshop'), isCacheOn: true, ...options.workshop };
  return renderFilm(xml, { folder: folder.path, ...options, workshop });
}

/** Returns the FFmpeg runs of a render, such as `part 2` for a run with two parts. */
async function runsOf(xml: string, options: Partial<FilmOptions> = {}): Promise<readonly string[]> {
  await rm(counting.log, { force: true });
  await render(xml, { ...options, tools: { ffmpeg: counting.ffmpeg } });
  const runs = await readFile(counting.log, 'utf8').catch(() => '');
  return runs
    .split('\n')
    .filter((run) => run !== '')
    .toSorted();
}

/** Returns the paths of all cached files. */
async function filesInCache(): Promise<readonly string[]> {
  const entries = await readdir(at('workshop/kept'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const twelve = Array.from({ length: 12 }, (_, index) => scene({ skip: index, effects: index % 2 ? GREY : '' }));
let digestOfTwelve: string | null = null;

/**
 * Fills the workshop with the cached files of the film with twelve scenes. Renders the film only at the first call.
 * Returns the digest of the film.
 */
async function renderTwelve(): Promise<string> {
  const copy = { recursive: true, preserveTimestamps: true };
  if (digestOfTwelve === null) {
    const { sha256 } = await render(movie(twelve));
    await cp(at('workshop'), at('workshop-of-twelve'), copy);
    digestOfTwelve = sha256;
  } else await cp(at('workshop-of-twelve'), at('workshop'), copy);
  return digestOfTwelve;
}

const available = await availableFormats(formatNames);

describe('a film has the same bytes', () => {
  test.each(cases(1, available))('with and without cached parts: %s', async (format) => {
    const xml = movie([scene(), scene({ skip: 9, effects: GREY }), '<scene duration="2"/>']);
    const cold = await render(xml, { format, workshop: { isCacheOn: false } });
    await render(movie([scene({ skip: 9, effects: GREY })]), { format });
    const partly = await render(xml, { format });
    const again = await render(xml, { format });
    expect([partly.sha256, again.sha256]).toEqual([cold.sha256, cold.sha256]);
    expect(again.cachedScenes).toBe(formatOf(format).picture === null ? 2 : 3);
  });

  full.test('for any number of scenes per process', async () => {
    const together = await renderTwelve();
    const workshop = { folder: at('workshop-of-single-scenes') };
    for (const one of cases(4, twelve)) await render(movie([one]), { workshop });
    expect((await render(movie(twelve), { workshop })).sha256).toBe(together);
  });
});

describe('cached parts are not made again', () => {
  test('an edited title composes only its scene again', async () => {
    const titled = (title: string, skip: number): string =>
      `<scene duration="7"><video src="clip.mp4" skip="${skip}"/><text content="${title}" size="20"/></scene>`;
    await render(movie([titled('One', 0), titled('Two', 3), scene({ skip: 9 })]));
    const runs = await runsOf(movie([titled('One', 0), titled('Other', 3), scene({ skip: 9 })]));
    expect(runs.filter((run) => run !== 'verify')).toEqual(['compose', 'decode']);
  });

  test('a later start of an animation composes only its scene again', async () => {
    const numbered = (start: number, skip: number): string =>
      `<scene duration="7"><video src="clip.mp4" skip="${skip}"/><text value="90" size="20"><animation type="countup" start="${start}" duration="5"/></text></scene>`;
    await render(movie([numbered(1, 0), numbered(2, 3), scene({ skip: 9 })]));
    const runs = await runsOf(movie([numbered(1, 0), numbered(3, 3), scene({ skip: 9 })]));
    expect(runs.filter((run) => run !== 'verify')).toEqual(['compose', 'decode']);
  });

  test('the same film needs no FFmpeg run', async () => {
    await renderTwelve();
    expect(await runsOf(movie(twelve))).toEqual([]);
  });

  test('a removed film is joined again from its cached parts', async () => {
    const sha256 = await renderTwelve();
    const film = (await filesInCache()).find((path) => path.endsWith(sha256));
    await rm(film ?? '');
    expect(await runsOf(movie(twelve))).toEqual(['verify']);
  });

  test('an edited scene remakes only its picture and sound', async () => {
    await renderTwelve();
    const edited = twelve.with(5, scene({ skip: 30 }));
    expect(await runsOf(movie(edited))).toEqual(['part 2', 'track', 'verify']);
  });

  full.test('the sound is made first for a longer film', async () => {
    const long = (skip: number) => movie([scene({ skip }), scene().replace('duration="7"', 'duration="400"')]);
    await render(long(0));
    expect(await runsOf(long(30))).toEqual(['part 1', 'part 1', 'track', 'verify']);
    const cold = await render(long(30), { workshop: { isCacheOn: false } });
    expect((await render(long(30))).sha256).toBe(cold.sha256);
  });

  test('a changed effect keeps the sound', async () => {
    await renderTwelve();
    expect(await runsOf(movie(twelve.with(4, scene({ skip: 4, effects: GREY }))))).toEqual(['part 1', 'verify']);
  });

  full.test('a muted scene keeps its picture', async () => {
    await renderTwelve();
    const muted = twelve.with(4, scene({ skip: 4, attributes: 'audio="false"' }));
    expect(await runsOf(movie(muted))).toEqual(['track', 'verify']);
  });

  full.test('equal scenes are made once', async () => {
    expect(await runsOf(movie(Array(5).fill(scene())))).toEqual(['part 2', 'track', 'verify']);
  });

  test('new names of source, scene, or film remake no part', async () => {
    await render(movie([scene()]));
    await cp(at('clip.mp4'), at('renamed.mp4'));
    const renamed = movie(['<scene name="opening" duration="7"><video src="renamed.mp4"/></scene>']);
    expect(await runsOf(renamed, { output: at('other.mp4') })).toEqual([]);
  });
});

describe('a cached file', () => {
  test.each(cases(1, ['changed', 'cut short', 'emptied'] as const))('is made again if it was %s', async (damage) => {
    const { sha256 } = await render(movie([scene(), scene({ skip: 9 })]));
    for (const path of await filesInCache()) {
      const bytes = await readFile(path);
      if (damage === 'changed') bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
      await rm(path);
      await writeFile(path, damage === 'emptied' ? '' : bytes.subarray(0, damage === 'changed' ? undefined : -100));
    }
    expect((await render(movie([scene(), scene({ skip: 9 })]))).sha256).toBe(sha256);
    expect(await runsOf(movie([scene(), scene({ skip: 9 })]))).toEqual([]);
  });

  full.test('stays unchanged when a user edits the film', async () => {
    const first = await render(movie([scene()]), { output: at('mine.mp4') });
    await appendFile(at('mine.mp4'), 'a tag');
    await utimes(at('mine.mp4'), 1, 1);
    const second = await render(movie([scene()]), { output: at('theirs.mp4') });
    expect(second.sha256).toBe(first.sha256);
    expect((await stat(at('mine.mp4'))).mtimeMs).toBe(1000);
  });

  full.test('can be removed during a render', async () => {
    await render(movie(twelve.slice(0, 6)));
    let times = 0;
    const film = await render(movie(twelve), {
      onProgress: ({ stage }) => {
        if (stage !== 'rendering' && stage !== 'joining') return;
        // Rename the folder to remove all files in one step. While files are removed one by one, the render could add
        // new ones.
        if (existsSync(at('workshop/kept'))) renameSync(at('workshop/kept'), at(`workshop/removed-${times++}`));
      },
    });
    expect(film.frames).toBe(84);
    expect(times).toBeGreaterThan(0);
  });

  full.test('is removed when it is least recently used, and films before parts', async () => {
    const first = await render(movie([scene()]));
    await render(movie([scene({ skip: 20 })]));
    const bytes = async (): Promise<number> => {
      const sizes = await Promise.all((await filesInCache()).map(async (path) => (await stat(path)).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    // The limit is one byte too small for all files. The least recently used file is the first film.
    const limitBytes = (await bytes()) - 1;
    await render(movie([scene({ skip: 20 })]), { workshop: { limitBytes }, output: at('other.mp4') });
    await render(movie(['<scene duration="1"/>']), { workshop: { limitBytes } });
    expect((await filesInCache()).some((path) => path.endsWith(first.sha256))).toBe(false);
    expect(await runsOf(movie([scene()]))).toEqual(['verify']);
  });
});

full.test('renders that share a workshop do not interfere', async () => {
  const formats: readonly FormatName[] = ['mp4', 'mkv', 'mp4', 'flv'];
  const made = await Promise.all(
    formats.map((format, index) => render(movie(twelve.slice(0, 8)), { format, output: at(`shared-${index}`) })),
  );
  expect(made.map(({ frames }) => frames)).toEqual([56, 56, 56, 56]);
  expect(made[0]?.sha256).toBe(made[2]?.sha256);
});

full.test('a workshop without a cache is empty after the render', async () => {
  await render(movie([scene()]), { workshop: { isCacheOn: false } });
  expect(await readdir(at('workshop'))).toEqual([]);
});
