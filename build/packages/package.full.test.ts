// @module-tag full-scale
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runtimePackages } from './licences.ts';
import { packageApp } from './package-app.ts';
import { checkPackagedApp, packedFiles, resourcesOf, wrongFiles } from './packaged-app.ts';
import { root } from './script.ts';
import { makeFakeElectron } from './testing/fake-electron.ts';

const run = promisify(execFile);
const { version, devDependencies, dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The time limit for building and packing, in milliseconds. Both take a minute on an idle machine. */
const BUILD_TIMEOUT = 900_000;

let folder: string;
let app: { readonly folder: string; readonly platform: string };
/** The files of the app, unpacked from the archive. */
let unpacked: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-package-'));
  await run(process.execPath, [join(root, 'build/build.mjs')], { cwd: root });
  await makeFakeElectron(join(folder, 'electron'), devDependencies['electron'] ?? '');
  await mkdir(join(folder, 'ffmpeg'));
  for (const program of ['ffmpeg', 'ffprobe'])
    await writeFile(join(folder, 'ffmpeg', program), `#!/bin/sh\necho "${program} version 7.1 of nobody"\n`, {
      mode: 0o755,
    });
  await writeFile(join(folder, 'ffmpeg', 'COPYING.GPLv3'), 'the licence of FFmpeg');
  await packageApp({
    os: 'linux',
    architectures: [process.arch],
    unpacked: true,
    ffmpeg: { folder: join(folder, 'ffmpeg'), source: 'https://example.org/ffmpeg-7.1.tar.xz' },
    output: join(folder, 'release'),
    staging: join(folder, 'staging'),
    electronDist: join(folder, 'electron'),
  });
  const name = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`;
  app = { folder: join(folder, 'release', name), platform: 'linux' };
  unpacked = join(folder, 'unpacked');
  extractAll(join(resourcesOf(app), 'app.asar'), unpacked);
}, BUILD_TIMEOUT);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the check accepts fuses, files, FFmpeg, and licenses, and finds errors', {
  tags: ['promise:S6'],
}, async () => {
  expect(await checkPackagedApp(app)).toEqual([]);
  const offer = await readFile(join(resourcesOf(app), 'ffmpeg', 'SOURCE-OFFER.txt'), 'utf8');
  expect(offer).toContain('ffmpeg version 7.1 of nobody');
  expect(offer).toContain('https://example.org/ffmpeg-7.1.tar.xz');
  const licences = await readFile(join(resourcesOf(app), 'licences', 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  // Check the packages of the service, the packages in the bundle of the page, and its fonts.
  for (const name of [
    'fastify ',
    'react ',
    '@codemirror/view ',
    'electron-updater ',
    'Inter and JetBrains Mono',
    'Noto Sans',
    'canvaskit-wasm ',
    'resvg ',
    'Unicode CLDR ',
  ])
    expect(licences).toContain(`\n${name}`);
  await flipFuses(join(app.folder, 'scenewright'), { version: FuseVersion.V1, [FuseV1Options.RunAsNode]: true });
  expect(await checkPackagedApp(app)).toEqual(['The fuse RunAsNode is ENABLE but must be DISABLE.']);
});

test('the package contains only necessary files', async () => {
  const files = packedFiles(join(resourcesOf(app), 'app.asar'));
  expect(wrongFiles(files)).toEqual([]);
  expect(wrongFiles([...files, 'out/electron/service/x.test.js', '.env', 'build/x.js']).length).toBe(3);
  expect(wrongFiles(files.filter((file) => file !== 'out/main/main.js'))).toEqual(['out/main/main.js is missing.']);
  // Compare only names, because the packager changes the layout. Development packages must not be packed.
  const runtime = new Set((await runtimePackages(root)).map((each) => nameIn(`${each}/`)));
  expect([...new Set(files.map(nameIn))].filter((name) => name !== null && !runtime.has(name))).toEqual([]);
});

test('the packed main process, page, and service run', async () => {
  const value = {
    theme: 'system',
    api: { enabled: false, port: 0 },
    allowHosts: [],
    ffmpeg: null,
    workspace: join(folder, 'workspace'),
  };
  await mkdir(join(folder, 'home', 'userData'), { recursive: true });
  await writeFile(join(folder, 'home', 'userData', 'settings.json'), JSON.stringify({ version: 1, value }));
  const script = join(root, 'electron/main/testing/run-built-main.ts');
  const { stdout } = await run(process.execPath, [script, join(unpacked, 'out/main/main.js'), join(folder, 'home')]);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ page: 200, projects: 200 }, { child: 0 }]);
});

test('the packed service runs alone with every package that it loads', async () => {
  const main = join(unpacked, 'out/electron/service/serve/main.js');
  const child = spawn(process.execPath, [main, '--port', '0', '--workspace', join(folder, 'alone')], {
    env: { ...process.env, SCENEWRIGHT_API_KEY: 'key-of-tests', SCENEWRIGHT_API_SECRET: 'secret-of-tests' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, found] = /^listening on (http:\S+)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
    const health = await fetch(`${url}/health`);
    expect(health.status).toBe(200);
    expect(JSON.stringify(await health.json())).toContain(version);
    const authorization = `Basic ${btoa('key-of-tests:secret-of-tests')}`;
    const poster = await fetch(`${url}/v1/designs/birthday/poster?size=9:16`, { headers: { authorization } });
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
  }
  // The package omits the entry point of libheif-js, because the service loads only its WebAssembly.
  const names = Object.keys(dependencies).map((name) =>
    name === 'libheif-js' ? 'libheif-js/libheif-wasm/libheif.js' : name,
  );
  const source = names.map((name) => `await import('${name}');`).join('');
  await run(process.execPath, ['--input-type=module', '-e', source], { cwd: unpacked });
});

/** Returns the package of a file. */
function nameIn(file: string): string | null {
  return /^.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1]?.replaceAll('\\', '/') ?? null;
}
