// @module-tag full-scale
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packHeadless } from './headless-package.ts';
import { runtimePackages } from './licences.ts';
import { root } from './script.ts';

const run = promisify(execFile);
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  // The package must use its own FFmpeg.
  SCENEWRIGHT_FFMPEG: '',
};

/** The time limit for building and packing, in milliseconds. Both take a minute on an idle machine. */
const BUILD_TIMEOUT = 900_000;

let folder: string;
let installed: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-headless-'));
  await run(process.execPath, [join(root, 'build/build.mjs')], { cwd: root });
  // Fake FFmpeg programs. The one for this platform starts the FFmpeg of this machine.
  for (const platform of [`linux-${process.arch}`, 'win-x64']) {
    const own = join(folder, 'ffmpeg', platform);
    await mkdir(own, { recursive: true });
    for (const name of ['ffmpeg', 'ffprobe'])
      await writeFile(join(own, name), `#!/bin/sh\nexec ${name} "$@"\n`, { mode: 0o755 });
    await writeFile(join(own, 'SOURCE-OFFER.txt'), 'The sources are offered.');
  }
  const file = await packHeadless(join(folder, 'work'), join(folder, 'release'), join(folder, 'ffmpeg'));
  // Use the layout of npm with the packages of the checkout, so that the test needs no registry.
  installed = join(folder, 'node_modules', 'scenewright');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  for (const each of await runtimePackages(root))
    await cp(each, join(folder, relative(root, each)), { recursive: true });
  program = join(installed, 'out/electron/service/command/scenewright.js');
  await writeFile(
    join(folder, 'film.xml'),
    '<movie width="64" height="64" framerate="10"><scene duration="${length, 5}"/></movie>',
  );
}, BUILD_TIMEOUT);

afterAll(() => rm(folder, { recursive: true, force: true }));

const scenewright = (...args: readonly string[]) => run(program, [...args], { cwd: folder, env });

test('the package contains the runtime files, and nothing of Electron', async () => {
  const files = await readdir(installed, { recursive: true });
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'out/renderer/index.html']));
  expect(files.filter((file) => /\.(?:map|ts)$|\.test\.|^out\/(?:main|preload)/.test(file))).toEqual([]);
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('electron');
});

test("the package has Linux's FFmpeg, and the command uses it", async () => {
  const own = join(installed, 'out', 'ffmpeg', `linux-${process.arch}`);
  expect(await readdir(join(installed, 'out', 'ffmpeg'))).toEqual([`linux-${process.arch}`]);
  expect(await readdir(own)).toContain('SOURCE-OFFER.txt');
  const log = join(folder, 'starts');
  await writeFile(join(own, 'ffmpeg'), `#!/bin/sh\necho "$@" >>${log}\nexec ffmpeg "$@"\n`);
  await scenewright('render', 'film.xml', '--out', 'packed.mp4');
  expect(await readFile(log, 'utf8')).toContain('-codecs');
});

test('the package has the production bundle of the editor', async () => {
  const assets = join(installed, 'out/renderer/assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes('Download the React DevTools'))).toEqual([]);
});

test('the packed command validates, lists variables, and renders', async () => {
  expect((await scenewright('validate', 'film.xml')).stdout).toBe('film.xml is valid.\n');
  expect((await scenewright('variables', 'film.xml')).stdout).toMatch(/^length: time, default "5"/);
  expect((await scenewright('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await writeFile(join(folder, 'rows.json'), '[{"length": 3}, {"length": 4}]');
  await scenewright('batch', 'film.xml', '--rows', 'rows.json', '--out', 'films', '--format', 'gif', '--no-cache');
  expect((await readdir(join(folder, 'films'))).sort()).toEqual(['1.gif', '2.gif']);
});

test('the package contains the designs and can copy one to a folder', async () => {
  const { designs } = JSON.parse((await scenewright('designs', '--json')).stdout) as { readonly designs: object[] };
  expect(designs).toContainEqual(expect.objectContaining({ name: 'birthday' }));
  await scenewright('new', 'birthday', 'card', '--size', '1:1');
  expect((await scenewright('validate', 'card/1x1.xml')).stdout).toBe('card/1x1.xml is valid.\n');
  expect(await readdir(join(folder, 'card'))).toContain('birthday-cake.svg');
});

test('the package prints the documentation for machines', async () => {
  expect((await scenewright('reference', 'conventions')).stdout).toMatch(/^# Conventions\n/);
  expect((await scenewright('reference', 'llms-full.txt')).stdout).toContain('# The template language');
});

test('the packed service answers, serves the editor, and ends on SIGTERM', async () => {
  const child = spawn(program, ['service', '--editor', '--port', '0', '--workspace', join(folder, 'workspace')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let url: string | undefined;
    while (url === undefined) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the service ended');
      url = /^listening on (http:\S+)/.exec(value)?.[1];
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await (await fetch(`${url}/llms.txt`)).text()).toMatch(/^# Scenewright\n/);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});
