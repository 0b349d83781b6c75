import { realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fontOfCharacter } from '#service/drawings/testing/sample-fonts.ts';
import { addFonts } from '#service/fonts/add-fonts.ts';
import { type InstalledFont, readInstalledFonts } from '#service/fonts/installed-fonts.ts';
import { somePackage } from '#service/fonts/testing/some-package.ts';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { countingFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { damagePackets, makeClip } from '#service/testing/make-media.ts';
import { renderFilm, testTools } from '#service/testing/render-film.ts';
import { full } from '#shared/testing/full.ts';
import { scale } from '#shared/testing/scale.ts';
import type { FilmAnswer, FilmJob, PartsJob } from '../protocol/job.ts';
import { blobKey } from '../storage/object-storage.ts';
import {
  DividedError,
  dividing,
  idleWorkers,
  type JobWorld,
  leftBehind,
  never,
  openJobWorld,
  type TestProcessor,
} from './testing/job-world.ts';

let world: JobWorld;
const at = (name: string): string => join(world.folder, name);

const CAPTIONS = 'WEBVTT\n\n00:00.200 --> 00:01.500\nSaid <b>aloud</b>\n';
/** Scenes for FFmpeg alone, the compositor, a shared decoder, and sound across scenes. */
const scenes = [
  '<scene duration="100"><video src="one.mp4" skip="2"/></scene>',
  '<scene duration="100"><video src="one.mp4" skip="20"><filter type="blur" radius="6"/></video></scene>',
  '<scene duration="50"><video src="two.mp4"/><text content="A title 日" size="32"/></scene>',
  '<scene duration="40"><image src="three.png"/><captions src="four.vtt" size="22"/></scene>',
  '<scene duration="120"><video src="two.mp4" skip="5"><filter type="saturation" intensity="0"/></video></scene>',
];
/**
 * The size that counts as a whole frame in the division (`framePixels`), so that the film is divided like a 720p film.
 */
const SIZE = { width: 256, height: 144 };
const XML = `<movie width="${SIZE.width}" height="${SIZE.height}" framerate="25">${scenes.join('')}</movie>`;
const ASSETS = ['one.mp4', 'two.mp4', 'three.png', 'four.vtt'];
const SHORT =
  '<movie width="160" height="90" framerate="25"><scene duration="10"><video src="two.mp4"/></scene></movie>';
let embedded: string;
let fonts: readonly InstalledFont[];

beforeAll(async () => {
  world = await openJobWorld({ framePixels: SIZE.width * SIZE.height });
  await makeClip(at('one.mp4'), { seconds: 6, width: 320, height: 180 });
  await makeClip(at('two.mp4'), { seconds: 6, width: 320, height: 180, picture: 'smptebars' });
  await makeClip(at('three.png'), { width: 300, height: 200, sound: null, codecs: [], extra: ['-frames:v', '1'] });
  await writeFile(at('four.vtt'), CAPTIONS);
  await mkdir(at('archives'));
  const requested = await somePackage(at('archives'), await fontOfCharacter('日'));
  const from = { folder: at('fonts'), from: [at('archives')], registry: '' };
  await addFonts(requested, { ...from, signal: never, onProgress: () => undefined });
  fonts = await readInstalledFonts(at('fonts'));
  ({ sha256: embedded } = await renderFilm(XML, {
    ...{ folder: world.folder, quality: 'draft' },
    fonts: () => Promise.resolve(fonts),
  }));
});
afterAll(() => world[Symbol.asyncDispose]());
// Start without cached parts and fetched files.
beforeEach(async () => {
  for (const name of ['store/parts', 'store/films', 'alone', 'first', 'second', 'third'])
    await rm(at(name), { recursive: true, force: true });
});

const long = async () => world.filmJob(XML, ASSETS, { fonts: await world.fonts(fonts) });
const whole = (toolchain: TestProcessor, job: FilmJob): Promise<FilmAnswer> =>
  toolchain.film(job, { signal: never, onProgress: () => undefined, divide: null });
const make = (toolchain: TestProcessor, job: PartsJob) =>
  toolchain.parts(job, { signal: never, onFrames: () => undefined });

/** Returns the parts jobs of a film. */
async function divided(toolchain: TestProcessor, job: FilmJob): Promise<readonly PartsJob[]> {
  return (await division(toolchain, job)).jobs;
}

async function division(toolchain: TestProcessor, job: FilmJob): Promise<DividedError> {
  const thrown: unknown = await toolchain
    .film(job, { signal: never, onProgress: () => undefined, divide: dividing })
    .catch((error: unknown) => error);
  if (!(thrown instanceof DividedError)) throw new Error(`not divided: ${JSON.stringify(thrown)}`, { cause: thrown });
  return thrown;
}

describe('a film job', () => {
  full.test('produces the bytes of the embedded engine and stores the film', async () => {
    const reported: { readonly by: string; readonly done: number }[] = [];
    const alone = world.processor('alone', { cores: 3 });
    const job = await long();
    const answer = await alone.film(job, {
      signal: never,
      onProgress: (progress) => reported.push(progress),
      divide: dividing,
    });
    expect(answer).toMatchObject({
      state: 'made',
      sha256: embedded,
      frames: 410,
      by: 'alone',
      scenes: { total: 5, cached: 0 },
    });
    expect(await world.storage.facts(blobKey(embedded), never)).toMatchObject({ sha256: embedded });
    expect(reported.at(-1)).toMatchObject({ by: 'alone', done: 410, total: 410, scenes: { total: 5 } });
    expect(await leftBehind(alone)).toEqual([]);
  });

  full.test('finds a film that another worker made', async () => {
    const job = await world.filmJob(SHORT, ['two.mp4']);
    const made = await whole(world.processor('first'), job);
    const counting = await countingFfmpeg(world.folder);
    const tools = async () => ({ ...(await testTools()), ffmpeg: counting.ffmpeg });
    expect(await whole(world.processor('second', { tools }), job)).toEqual({
      ...made,
      by: 'second',
      scenes: { total: 1, cached: 1 },
    });
    const runs = (await readFile(counting.log, 'utf8').catch(() => '')).split('\n');
    expect(runs.filter((run) => /part|compose|decode/.test(run))).toEqual([]);
  });

  test('produces the same bytes with several workers and different cores', async () => {
    const job = await long();
    const first = world.processor('first', { workers: idleWorkers('first', 3) });
    const { jobs, frames, divided } = await division(first, job);
    expect(jobs.length).toBeGreaterThan(1);
    expect(divided).toMatchObject({ scenes: { total: 5, cached: 0 }, question: jobs[0]?.question });
    expect(jobs.reduce((sum, parts) => sum + parts.frames, 0)).toBe(frames);
    expect(jobs.map(({ id }) => id)).toEqual(jobs.map((_, index) => `${job.id}.${index + 1}`));
    expect(await leftBehind(first)).toEqual([]);

    const others = [world.processor('second', { cores: 1 }), world.processor('third', { cores: 8 })] as const;
    for (const [index, parts] of jobs.entries()) {
      const counts: number[] = [];
      const context = { signal: never, onFrames: (done: number) => counts.push(done) };
      expect(await others[index % 2 === 0 ? 0 : 1].parts(parts, context)).toEqual({ state: 'made' });
      expect(counts.at(-1)).toBe(parts.frames);
    }
    for (const other of others) expect(await leftBehind(other)).toEqual([]);

    const counting = await countingFfmpeg(world.folder);
    const tools = async () => ({ ...(await testTools()), ffmpeg: counting.ffmpeg });
    const alone = world.processor('alone', { tools });
    const answer = await alone.film(job, { signal: never, onProgress: () => undefined, divide: null, divided });
    expect(answer).toMatchObject({ state: 'made', sha256: embedded, scenes: divided.scenes });
    // The files are the template and the source manifest, but no source.
    expect(alone.fetched).toHaveLength(2);
    const runs = (await readFile(counting.log, 'utf8')).trim().split('\n');
    expect(runs.filter((run) => /part|compose|decode/.test(run))).toEqual([]);
  });

  full.test('produces the same warnings for divided and undivided films', async () => {
    const xml = XML.replace('A title 日', 'A title \u{10ffff}');
    const job = await world.filmJob(xml, ASSETS, { fonts: await world.fonts(fonts) });
    const made = await whole(world.processor('alone'), job);
    await rm(at('store'), { recursive: true });
    await mkdir(at('store'));
    const again = await world.filmJob(xml, ASSETS, { fonts: await world.fonts(fonts) });
    const { divided } = await division(world.processor('first', { workers: idleWorkers('first', 3) }), again);
    const context = { signal: never, onProgress: () => undefined, divide: null, divided };
    const joined = await world.processor('second').film(again, context);
    if (made.state !== 'made' || joined.state !== 'made') throw new Error('not made');
    expect(made.warnings.length).toBeGreaterThan(0);
    expect(joined).toMatchObject({ sha256: made.sha256, warnings: made.warnings });
  });

  test('answers with the damage that decoding found in any part', async () => {
    await makeClip(at('noisy.mp4'), { seconds: 8, width: 320, height: 180, extra: ['-bf', '0'] });
    await damagePackets(at('noisy.mp4'), 'video', 6, 6.4);
    const xml = XML.replaceAll('one.mp4', 'noisy.mp4').replace('skip="20"', 'skip="120"');
    const job = await world.filmJob(xml, ['noisy.mp4', ...ASSETS], { fonts: await world.fonts(fonts) });
    const made = await whole(world.processor('alone'), job);
    await rm(at('store/parts'), { recursive: true, force: true });
    await rm(at('store/films'), { recursive: true, force: true });
    const parted = await division(world.processor('first', { workers: idleWorkers('first', 3) }), job);
    for (const parts of parted.jobs) await make(world.processor('second'), parts);
    const context = { signal: never, onProgress: () => undefined, divide: null, divided: parted.divided };
    const joined = await world.processor('third').film(job, context);
    if (made.state !== 'made' || joined.state !== 'made') throw new Error('not made');
    const [, noisy] = job.inputs.find(([key]) => key === 'noisy.mp4') ?? [];
    expect(made.faults).toEqual([[noisy, [{ from: expect.closeTo(6, 0), until: expect.any(Number) }]]]);
    expect(joined).toMatchObject({ sha256: made.sha256, faults: made.faults, warnings: made.warnings });
  });

  full.test('fetches only the sources of missing parts when it joins', async () => {
    const job = await long();
    const { jobs, divided } = await division(world.processor('first', { workers: idleWorkers('first', 3) }), job);
    const second = world.processor('second');
    const missingJob = jobs.findIndex(
      ({ keys }) => keys.length === Math.min(...jobs.map((parts) => parts.keys.length)),
    );
    for (const [index, parts] of jobs.entries()) if (index !== missingJob) await make(second, parts);
    const third = world.processor('third');
    const context = { signal: never, onProgress: () => undefined, divide: null, divided };
    expect(await third.film(job, context)).toMatchObject({ state: 'made', sha256: embedded });
    // The files are the template, the source manifest, and a clip.
    expect(third.fetched).toHaveLength(3);
  });

  full.test('is made when the store has lost its source manifest', async () => {
    const job = await long();
    const { divided } = await division(world.processor('first', { workers: idleWorkers('first', 3) }), job);
    await rm(at('store/questions'), { recursive: true });
    const context = { signal: never, onProgress: () => undefined, divide: null, divided };
    expect(await world.processor('second').film(job, context)).toMatchObject({
      ...{ state: 'made', sha256: embedded, scenes: divided.scenes },
    });
  });

  test('stores a part only after a second film used it', async () => {
    await rm(at('store'), { recursive: true });
    await mkdir(at('store'));
    const stored = async (prefix: string) => {
      const objects: number[] = [];
      for await (const { bytes } of world.storage.list(prefix, never)) objects.push(bytes);
      return { count: objects.length, bytes: objects.reduce((sum, bytes) => sum + bytes, 0) };
    };
    const two = '<scene duration="10"><video src="two.mp4"/></scene>';
    const filmOf = (scene: string) => world.filmJob(SHORT.replace('</movie>', `${scene}</movie>`), ['two.mp4']);
    const first = world.processor('first');
    const job = await filmOf('<scene duration="12"><video src="two.mp4" skip="3"/></scene>');
    const before = await stored('');
    const made = await whole(first, job);
    if (made.state !== 'made') throw new Error('not made');
    // The new files are the film, and the record of its digest under its key.
    expect(await stored('')).toEqual({ count: before.count + 2, bytes: before.bytes + made.bytes + 64 });
    expect(await stored('parts/')).toEqual({ count: 0, bytes: 0 });

    // The film after an edit of its second scene shares the picture and the sound of the first scene.
    const edited = await filmOf(two.replace('10', '14'));
    expect(await whole(first, edited)).toMatchObject({ state: 'made', scenes: { total: 2, cached: 1 } });
    expect((await stored('parts/')).count).toBe(2);
    const again = await filmOf(two.replace('10', '16'));
    expect(await whole(world.processor('second'), again)).toMatchObject({ scenes: { total: 2, cached: 1 } });
  });

  full.test('fetches only the sources of the requested parts', async () => {
    const jobs = await divided(world.processor('first', { workers: idleWorkers('first', 3) }), await long());
    const second = world.processor('second');
    // The job with the first two scenes.
    const [one] = jobs.toSorted((left, right) => left.keys.length - right.keys.length);
    if (one === undefined) throw new Error('no order');
    await make(second, one);
    // The files are the template, the source manifest, and a clip.
    expect(second.fetched).toHaveLength(3);
    await make(second, one);
    expect(second.fetched).toHaveLength(3);
  });

  full.test('makes missing and damaged parts again', async () => {
    const job = await long();
    const [one] = await divided(world.processor('first', { workers: idleWorkers('first', 3) }), job);
    if (one === undefined) throw new Error('no order');
    await make(world.processor('second'), one);
    for (const entry of await readdir(world.partsFolder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 255;
        await rm(path);
        await writeFile(path, bytes);
      }
    expect(await whole(world.processor('third'), job)).toMatchObject({ state: 'made', sha256: embedded });
  });
});

test.runIf(process.platform === 'linux' && scale === 'full')(
  'a machine with one core makes the same bytes',
  async () => {
    const xml = XML.replaceAll(/duration="\d+"/g, 'duration="12"');
    const { sha256 } = await renderFilm(xml, { folder: world.folder, fonts: () => Promise.resolve(fonts) });
    const [, core] = /^Cpus_allowed_list:\s*(\d+)/m.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
    const real = await testTools();
    const runs = at('one-core-runs');
    const script = `echo >> ${runs}; exec taskset -c ${core} ${realpathSync(real.ffmpeg)} "$@"`;
    const ffmpeg = await fakeTool(world.folder, 'one-core', script);
    const small = world.processor('first', { cores: 1, tools: () => Promise.resolve({ ...real, ffmpeg }) });
    const job = {
      ...(await world.filmJob(xml, ASSETS, { fonts: await world.fonts(fonts) })),
      quality: 'standard',
    } as const;
    expect(await whole(small, job)).toMatchObject({ state: 'made', sha256 });
    expect((await readFile(runs)).length).toBeGreaterThan(0);
  },
);

describe('a source address', () => {
  full.test('is fetched only by the film job', async () => {
    const clip = await readFile(at('one.mp4'));
    const job = await (async () => {
      await using server = await loopbackServer((_, response) => response.end(clip));
      const xml = XML.replaceAll('src="one.mp4"', `url="${server.url}/one.mp4?key=secret"`);
      const film = await world.filmJob(xml, ASSETS, { fonts: await world.fonts(fonts) });
      const policy = { allowHosts: new Set<string>(), allowLoopback: true };
      return await divided(world.processor('first', { workers: idleWorkers('first', 2), policy }), film);
    })();
    const second = world.processor('second');
    for (const parts of job) expect(await make(second, parts)).toEqual({ state: 'made' });
  });

  test('is refused if it is not public', async () => {
    await using server = await loopbackServer((_, response) => response.end());
    const xml = SHORT.replace('src="two.mp4"', `url="${server.url}/one.mp4"`);
    const answer = await whole(world.processor('first'), await world.filmJob(xml, []));
    expect(answer).toMatchObject({
      state: 'failed',
      error: { code: 'render/invalid', issues: [{ code: 'source/refused' }] },
    });
    expect(server.requests).toEqual([]);
  });

  full.test('resolves to an asset if it belongs to the service', async () => {
    const url = 'http://127.0.0.1:7420/v1/data/p2/clip.mp4';
    const job = await world.filmJob(SHORT, ['two.mp4']);
    const [[, sha256] = ['', '']] = job.inputs;
    const addressJob = await world.filmJob(SHORT.replace('src="two.mp4"', `url="${url}"`), [], {
      inputs: [['p2/clip.mp4', sha256 as FilmJob['inputs'][number][1]]],
      ownAddresses: [[url, { project: 'p2' as FilmJob['project'], name: 'clip.mp4' }]],
    });
    const made = await whole(world.processor('first'), job);
    expect(await whole(world.processor('second'), addressJob)).toMatchObject({
      state: 'made',
      sha256: made.state === 'made' ? made.sha256 : '',
    });
  });
});

describe('a job that cannot be carried out', () => {
  test('is answered if the film is at fault', async () => {
    const first = world.processor('first');
    const wrong = await world.filmJob(SHORT.replace('duration="10"', 'duration="ten"'), ['two.mp4']);
    expect(await whole(first, wrong)).toMatchObject({ state: 'failed', error: { code: 'render/invalid' } });
    const lacking = await world.filmJob(SHORT, []);
    expect(await whole(first, lacking)).toMatchObject({
      state: 'failed',
      error: { code: 'render/invalid', issues: [{ code: 'source/not-found' }] },
    });
    expect(await leftBehind(first)).toEqual([]);
  });

  full.test('is rejected with farm/lacking if the store lacks a source', async () => {
    const job = await world.filmJob(SHORT, ['two.mp4']);
    await world.storage.remove(
      job.inputs.map(([, sha256]) => blobKey(sha256)),
      never,
    );
    const first = world.processor('first');
    await expect(whole(first, job)).rejects.toMatchObject({ code: 'farm/lacking' });
    expect(await leftBehind(first)).toEqual([]);
  });

  full.test('is refused if its parts are of another version', async () => {
    const [one] = await divided(world.processor('first', { workers: idleWorkers('first', 3) }), await long());
    if (one === undefined) throw new Error('no order');
    const second = world.processor('second');
    const other = { ...one, keys: ['0'.repeat(64)] };
    expect(await make(second, other)).toMatchObject({ state: 'failed', error: { code: 'farm/version' } });
    const tools = async () => ({ ...(await testTools()), version: 'another' });
    expect(await make(world.processor('third', { tools }), one)).toMatchObject({
      state: 'failed',
      error: { code: 'farm/version' },
    });
    expect(await readdir(world.partsFolder).catch(() => [])).toEqual([]);
  });

  full.test('leaves no files when it is stopped', async () => {
    const job = await long();
    const first = world.processor('first');
    const stop = new AbortController();
    const reason = new Error('stopped');
    const film = first.film(job, { signal: stop.signal, onProgress: () => stop.abort(reason), divide: null });
    await expect(film).rejects.toBe(reason);
    expect(await leftBehind(first)).toEqual([]);

    const [one] = await divided(world.processor('second', { workers: idleWorkers('second', 3) }), job);
    if (one === undefined) throw new Error('no order');
    const again = new AbortController();
    const parts = first.parts(one, { signal: again.signal, onFrames: () => again.abort(reason) });
    await expect(parts).rejects.toBe(reason);
    expect(await leftBehind(first)).toEqual([]);
  });

  test('reports a program error to the worker only', async () => {
    const bug = new TypeError('a bug');
    const first = world.processor('first', { tools: () => Promise.reject(bug) });
    const answer = await whole(first, await world.filmJob(SHORT, ['two.mp4']));
    expect(answer).toMatchObject({ state: 'failed', error: { code: 'request/internal' } });
    expect(JSON.stringify(answer)).not.toContain('a bug');
    expect(first.internal).toEqual([bug]);
  });
});
