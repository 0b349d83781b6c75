import { chmod, copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { type Bench, openBench } from './testing/run-command.ts';

const movie = (scenes: string): string => `<movie width="320" height="180" framerate="25">\n${scenes}\n</movie>\n`;

/** A cache folder that cannot be created. */
const NO_CACHE = '/dev/null/cache';

/** Whether this system lists its processes in `/proc`. */
const HAS_PROC = process.platform === 'linux';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
  await makeClip(join(bench.folder, 'clip.mp4'), { seconds: 1 });
  await write('trip.xml', movie('  <scene duration="10"><video src="clip.mp4"/></scene>'));
  await write('greeting.xml', movie('  <scene duration="${length, 5}"><video src="${place}"/></scene>'));
});

afterAll(() => bench[Symbol.asyncDispose]());

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(bench.folder, name), text);
}

test('`render` makes a film and prints its facts', async () => {
  const { code, stdout, stderr } = await bench.run('render', 'trip.xml', '--out', 'deep/er/trip.mp4');
  // The printed steps depend on timing.
  expect(stderr).toMatch(/^(?:Checking|Fetching|Rendering|Joining|Verifying): \d+ %/m);
  expect(stdout).toMatch(/^deep\/er\/trip\.mp4: 0\.40 s, 320×180, 10 frames at 25 fps, .*\n$/);
  expect(code).toBe(0);
  expect(await readdir(join(bench.folder, 'deep/er'))).toEqual(['trip.mp4']);
  expect(await bench.leftovers()).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a missing folder for temporary files is reported by name', async () => {
  const gone = join(bench.folder, 'gone');
  await using other = await openBench({ TMPDIR: gone, SCENEWRIGHT_CACHE: NO_CACHE });
  const template = join(bench.folder, 'trip.xml');
  const { code, stdout, stderr } = await other.run('render', template, '--assets', bench.folder, '--out', 'film.mp4');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`${gone}: can’t create a temporary folder (ENOENT). Set TMPDIR to a writable folder.`);
  expect(stderr).not.toContain('    at ');
});

test.skipIf(process.platform === 'win32')(
  'the film has the rights of the umask; the cache is private',
  { tags: ['promise:P14'] },
  async () => {
    await mkdir(join(bench.cache, 'kept/old'), { recursive: true });
    await write('probe', '');
    await mkdir(join(bench.folder, 'probes'));
    for (const path of ['', 'kept', 'kept/old']) await chmod(join(bench.cache, path), 0o755);
    const { code } = await bench.run('render', 'trip.xml', '--out', 'asked/for/trip.mp4');
    expect(code).toBe(0);
    const rights = async (path: string) => (await stat(path)).mode & 0o777;
    const [film, folder, probe, probes] = ['asked/for/trip.mp4', 'asked', 'probe', 'probes'].map((name) =>
      rights(join(bench.folder, name)),
    );
    expect([await film, await folder]).toEqual([await probe, await probes]);
    const cached = ['', ...(await readdir(bench.cache, { recursive: true }))];
    expect(cached.length).toBeGreaterThan(5);
    for (const name of cached) expect([name, (await rights(join(bench.cache, name))) & 0o077]).toEqual([name, 0]);
  },
);

full.test('an existing film is replaced', async () => {
  await write('again.gif', 'old');
  await write('values.json', '{"length": 8, "place": "other.mp4"}');
  const values = ['--vars', 'values.json', '--var', 'place=clip.mp4'];
  const { code, stdout } = await bench.run(
    'render',
    'greeting.xml',
    ...values,
    '--out',
    'again.gif',
    '--json',
    '--no-cache',
  );
  expect(code).toBe(0);
  const { film } = JSON.parse(stdout);
  const file = join(bench.folder, 'again.gif');
  expect(film).toMatchObject({ path: file, format: 'gif', quality: 'standard', frames: 8, frameRate: '25', scenes: 1 });
  expect(film.bytes).toBe((await stat(file)).size);
});

test('a render without cached scenes stores only facts of its sources', async () => {
  await using own = await openBench();
  const template = join(bench.folder, 'trip.xml');
  const run = ['render', template, '--assets', bench.folder, '--out', 'film.mp4', '--no-cache'];
  expect(await own.run(...run)).toMatchObject({ code: 0 });
  const entries = await readdir(own.cache);
  expect(entries).toEqual(expect.arrayContaining(['facts', 'records-pruned']));
  for (const name of ['kept', 'sources']) expect(entries).not.toContain(name);
});

test('a missing source is reported with its line', async () => {
  const { code, stderr } = await bench.run('render', 'greeting.xml', '--var', 'place=none.mp4', '--out', 'new/x.mp4');
  expect(code).toBe(1);
  expect(stderr).toMatch(/greeting\.xml:2:\d+: error source\/not-found: .*none\.mp4.*\n/);
  expect(await readdir(bench.folder)).not.toContain('new');
});

test('`frame`, `sheet`, and `check` never replace a source of the film', async () => {
  expect(await bench.run('frame', 'trip.xml', '--out', 'photo.png')).toMatchObject({ code: 0 });
  const photo = await readFile(join(bench.folder, 'photo.png'));
  await write('photo.xml', movie('  <scene duration="10"><image src="photo.png"/></scene>'));
  for (const line of [
    ['frame', 'photo.xml', '--out', 'photo.png'],
    ['sheet', 'photo.xml', '--out', 'photo.png'],
    ['check', 'photo.xml', '--level', 'full', '--contact-sheet', 'photo.png'],
    ['check', 'trip.xml', '--level', 'full', '--film', 'photo.png', '--contact-sheet', 'photo.png'],
  ]) {
    const { code, stderr } = await bench.run(...line);
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('photo.png')]);
    expect(code, line.join(' ')).not.toBe(0);
    expect(await readFile(join(bench.folder, 'photo.png')), line.join(' ')).toEqual(photo);
  }
});

full.test('src cannot name a file outside of the assets folder', async () => {
  await mkdir(join(bench.folder, 'media'));
  await copyFile(join(bench.folder, 'clip.mp4'), join(bench.folder, 'media/inside.mp4'));
  await symlink('../clip.mp4', join(bench.folder, 'media/outside.mp4'));
  const render = (place: string) =>
    bench.run('render', 'greeting.xml', '--assets', 'media', '--var', `place=${place}`, '--out', 'assets.mp4');
  expect(await render('inside.mp4')).toMatchObject({ code: 0 });
  expect((await render('outside.mp4')).stderr).toContain('error source/refused');
  expect((await render('../clip.mp4')).stderr).toContain('error variable/refused');
});

test.each(cases(1, ['SIGINT', 'SIGTERM'] as const))(
  'a render is canceled immediately by any number of signals: %s',
  async (signal) => {
    await write(
      'long.xml',
      movie('  <scene duration="600s"><video src="clip.mp4" fit="cover"/></scene>').replace('320', '1920'),
    );
    const running = bench.start('render', 'long.xml', '--out', 'long/film.mp4', '--quality', 'high', '--no-cache');
    await running.says('Rendering');
    if (HAS_PROC) await waitUntil(async () => (await processesOn(bench.folder)).length > 0);
    running.kill(signal);
    running.kill(signal);
    const { code, stderr } = await running.ended;
    expect({ code, end: stderr.endsWith('scenewright: Canceled.\n') }).toEqual({ code: 130, end: true });
    expect(await readdir(bench.folder)).not.toContain('long');
    expect(await bench.leftovers()).toEqual([]);
    expect(await processesOn(bench.folder)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32').each([
  ['in its cache', {}],
  ['without a cache', { SCENEWRIGHT_CACHE: NO_CACHE }],
])('a killed render leaves folders that the next one removes: $0', async (_, environment) => {
  await using other = await openBench(environment);
  const long = movie('  <scene duration="600s"><solid color="#ff0000"/></scene>').replace('320', '1920');
  await writeFile(join(other.folder, 'long.xml'), long);
  await writeFile(join(other.folder, 'short.xml'), movie('  <scene duration="10"><solid color="#ff0000"/></scene>'));
  const start = (name: string) => other.start('render', 'long.xml', '--out', name, '--package', 'metadata');
  const killed = start('killed.mp4');
  const running = start('running.mp4');
  await Promise.all([killed.says('Rendering'), running.says('Rendering')]);
  const folders = async ({ pid }: typeof killed) =>
    [...(await other.leftovers()), ...(await readdir(other.folder))].filter((name) => name.includes(`-${pid}-`));
  killed.kill('SIGKILL');
  await killed.ended;
  expect((await folders(killed)).length).toBeGreaterThan(1);

  const next = await other.run('render', 'short.xml', '--out', 'short.mp4', '--package', 'metadata');
  expect(next).toMatchObject({ code: 0 });
  expect(await folders(killed)).toEqual([]);
  expect((await folders(running)).length).toBeGreaterThan(1);
  running.kill('SIGINT');
  await running.ended;
  expect(await other.leftovers()).toEqual([]);
  expect((await readdir(other.folder)).toSorted()).toEqual(['long.xml', 'short.mp4', 'short.xml']);
});

/**
 * Returns the command lines that contain the parent of `folder`, which also contains the folders `cache` and
 * `temporary`. Returns an empty list on systems without `/proc`.
 */
async function processesOn(folder: string): Promise<readonly string[]> {
  if (!HAS_PROC) return [];
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(folder.slice(0, folder.lastIndexOf('/'))));
}
