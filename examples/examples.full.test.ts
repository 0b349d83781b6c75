import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { cases } from '#shared/testing/scale.ts';
import { provideExampleMedia } from '../build/example-media.mjs';
import { type OpenFilm, openFilm } from '../designs/open-film.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The renders share a cache, like the renders of a user who tries other values. */
let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'scenewright-cache-'));
});
afterAll(() => rm(cache, { recursive: true }));

/** Runs the command in the folder of the examples, as a user does. It first makes missing parts, including clips. */
async function scenewright(...args: readonly string[]): Promise<string> {
  const program = path.join(root, 'build/scenewright.mjs');
  const env = { ...process.env, SCENEWRIGHT_CACHE: cache };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: import.meta.dirname, env });
  return stdout;
}

async function render(template: string, ...more: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scenewright-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A transparent film in a format without opacity has a warning.
  const output = path.join(folder, template === 'lower-third.xml' ? 'film.webm' : 'film.mp4');
  return JSON.parse(await scenewright('render', template, '--out', output, '--quality', 'draft', '--json', ...more));
}

/** The examples with the facts of their films. The examples that differ most are first. */
const examples = [
  ['greeting.xml', { frames: 180, frameRate: '30', width: 960 }],
  ['birthday.xml', { frames: 240, frameRate: '30', width: 1280 }],
  ['countdown.xml', { frames: 180, frameRate: '30', width: 720 }],
  ['quote.xml', { frames: 150, frameRate: '30', width: 1080 }],
  ['result.xml', { frames: 285 - 12 - 15, frameRate: '30', width: 720 }],
  // Two and a half seconds are 62.5 frames, rounded to 63. Half a second is 13 frames.
  ['news.xml', { frames: 276 - 13 - 13, frameRate: '25', width: 1280 }],
  // The last caption ends at 7.5 s, which is 187.5 frames. The additional half second is 13 frames.
  ['walk.xml', { frames: 188 + 13, frameRate: '25', width: 1280 }],
  // Three products of 50 frames with two transitions of 10 frames, and the end.
  ['prices.xml', { frames: 3 * 50 - 2 * 10 + 50, frameRate: '25', width: 720 }],
  ['lower-third.xml', { frames: 100, frameRate: '25', width: 1280 }],
  ['short.xml', { frames: 240, frameRate: '30', width: 1080 }],
  ['layers-and-effects.xml', { frames: 312, frameRate: '30000/1001', width: 1280 }],
  ['product.xml', { frames: 270 - 15 - 15, frameRate: '30', width: 1080 }],
  ['listing.xml', { frames: 360 - 18 - 18 - 15, frameRate: '30', width: 1280 }],
  // Five scenes have 435 frames in total. Four of the six transitions overlap 86 of them.
  ['slideshow.xml', { frames: 349, frameRate: '30', width: 1280 }],
  ['evening.xml', { frames: 450, frameRate: '30', width: 1280 }],
] as const;

test.each(cases(0, examples))('%s renders without a problem', async (template, film) => {
  expect(await render(template)).toMatchObject({ ok: true, problems: [], film });
});

test.each(examples)('an example has no fault and the correct size and rate: %s', async (template, film) => {
  const { movie, findings } = await opened(template, {});
  expect(findings).toEqual([]);
  expect(film).toMatchObject({ frameRate: formatFrameRate(movie.frameRate), width: movie.width });
});

/** Opens a template with these values like a render before it makes the film. */
async function opened(template: string, values: Readonly<Record<string, string>>): Promise<OpenFilm> {
  await provideExampleMedia();
  const names = await readdir(import.meta.dirname);
  const files = new Map(names.map((name) => [name, path.join(import.meta.dirname, name)]));
  const xml = await readFile(path.join(import.meta.dirname, template), 'utf8');
  return openFilm(xml, values, files);
}

/** The scale of the drawn frames. */
const SMALL = 0.25;
/** A frame of each film in which the requested text is visible. */
const seen = { 'birthday.xml': 60, 'result.xml': 160 };

test.each(['Ada', 'عائشة', 'आराधना', 'Wolfgang Amadeus Theophilus von und zu Hohenlohe-Langenburg'])(
  'birthday.xml greets %s, and the name fits with all its letters',
  async (name) => {
    const film = await opened('birthday.xml', { name });
    expect(film.findings).toEqual([]);
    const frame = await film.raster(seen['birthday.xml'], SMALL);
    expect(frame).not.toEqual(
      await (await opened('birthday.xml', { name: 'Eve' })).raster(seen['birthday.xml'], SMALL),
    );
  },
);

test('reports a letter that no font has', async () => {
  expect((await opened('birthday.xml', { name: '\u{12000}' })).findings).toMatchObject([
    { code: 'text/missing-glyph' },
  ]);
});

test('result.xml shows a draw', async () => {
  const film = await opened('result.xml', { homegoals: '2', guestgoals: '2', extratime: 'yes' });
  expect(film.findings).toEqual([]);
  const frame = await film.raster(seen['result.xml'], SMALL);
  expect(frame).not.toEqual(await (await opened('result.xml', {})).raster(seen['result.xml'], SMALL));
});

/** Films with other values and their numbers of frames. The films that differ most are first. */
const asked = [
  [
    'greeting.xml, with all of its values',
    ['place=mountains.mp4', 'tint=#dfefff', 'mood=0.4', 'length=3s', 'mirror=Y', 'sound=false', 'rate=25'],
    200,
  ],
  ['listing.xml, without what a home does not have', ['sold=true', 'garden=no', 'deal=rent'], 105 + 90 + 90 - 18 - 18],
  ['listing.xml, which ends as it is offered', ['deal=on request'], 105 + 90 + 75 + 75 - 18 - 18 - 15],
  ['walk.xml, with captions of another file, in another script', ['captions=walk.ar.srt'], 188 + 13],
] as const;

test.each(cases(1, asked))('%s', async (name, values, frames) => {
  const [template = ''] = name.split(',');
  const args = values.flatMap((value) => ['--var', value]);
  expect(await render(template, ...args)).toMatchObject({ ok: true, problems: [], film: { frames } });
});
