import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { numberedPath, safeName, withEnding } from './files/download-file.ts';
import { pathsIn } from './files/open-files.ts';
import { byteRange } from './files/user-files.ts';
import { restartDelay, serviceEnvironment } from './service-process/service-host.ts';
import { copyFolder, isInside } from './service-process/workspace-moves.ts';
import { createLog, openLogFile } from './system/log.ts';
import { openSettingsFile } from './system/settings-file.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('a service is restarted after 0.5, 1, 2, 4 … 30 seconds', { tags: ['promise:S3'] }, () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(restartDelay)).toEqual([
    500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000,
  ]);
});

test.each([
  ['bytes=0-0', [0, 0]],
  ['bytes=5-', [5, 9]],
  ['bytes=-4', [6, 9]],
  ['bytes=-40', [0, 9]],
  ['bytes=2-90', [2, 9]],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', null],
  ['bytes=0-1,3-4', null],
  ['lines=0-1', null],
  [null, null],
])('a range of ten bytes is parsed: %s is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

describe('settings', () => {
  const schema = z.object({ size: z.number() });
  const open = (path: string, reports: string[] = []) =>
    openSettingsFile({ path, version: 1, schema, fallback: { size: 1 }, onUnusable: (why) => reports.push(why) });

  it('are written atomically and read again', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'settings.json');
    const settings = open(path);
    expect(settings.get()).toEqual({ size: 1 });
    await Promise.all([settings.set({ size: 2 }), settings.set({ size: 3 })]);
    expect(open(path).get()).toEqual({ size: 3 });
    expect(await readdir(folder.path)).toEqual(['settings.json']);
  });

  it.each(['', '{', '{"version":2,"value":{"size":9}}', '{"version":1,"value":{"size":"x"}}'])(
    'invalid settings are renamed and reported: %s',
    async (text) => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'settings.json');
      await writeFile(path, text);
      const reports: string[] = [];
      const settings = open(path, reports);
      expect([settings.get(), reports.length]).toEqual([{ size: 1 }, 1]);
      await settings.set({ size: 4 });
      expect(await readFile(`${path}.unreadable`, 'utf8')).toBe(text);
      expect(open(path).get()).toEqual({ size: 4 });
    },
  );
});

describe('the log', () => {
  it('rotates when it is full and keeps three older files', async () => {
    await using folder = await temporaryFolder();
    const file = openLogFile(join(folder.path, 'logs/app.log'), 10);
    for (const line of ['one-----\n', 'two-----\n', 'three---\n', 'four----\n', 'five----\n']) file.append(line);
    expect((await readdir(join(folder.path, 'logs'))).sort()).toEqual([
      'app.log',
      'app.log.1',
      'app.log.2',
      'app.log.3',
    ]);
    expect(await readFile(join(folder.path, 'logs/app.log.3'), 'utf8')).toBe('two-----\n');
  });

  it('the app continues if the log cannot be written', { tags: ['promise:F41'] }, async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'file'), '');
    const log = createLog(openLogFile(join(folder.path, 'file/app.log')), () => 0);
    expect(() => log.error('nobody hears this', new Error('x'))).not.toThrow();
  });
});

test('films get names that are valid on every system', () => {
  expect(
    ['a/b:c.mp4', '..', 'con.mp4', 'nul .mp4', 'conin$.mp4', 'LPT³', 'Film.mp4', '\u202egnp.mp4'].map(safeName),
  ).toEqual(['a_b_c.mp4', 'film', '_con.mp4', '_nul .mp4', '_conin$.mp4', '_LPT³', 'Film.mp4', '_gnp.mp4']);
  expect([withEnding('/a/b.mp4', '.mp4'), withEnding('/a/b.exe', '.mp4'), numberedPath('/a/b.mp4', 2)]).toEqual([
    '/a/b.mp4',
    '/a/b.exe.mp4',
    '/a/b (2).mp4',
  ]);
});

test('only files of known types on the command line are opened', () => {
  expect(pathsIn(['app', '--x=a.xml', 'a.xml', '/b/c.scenewright', 'd.exe'], '/work')).toEqual([
    '/work/a.xml',
    '/b/c.scenewright',
  ]);
});

test("the service starts with the chosen FFmpeg and without Electron's variables", () => {
  const environment = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect', NONE: undefined };
  expect(serviceEnvironment(environment, '/opt/ffmpeg')).toEqual({ PATH: '/bin', SCENEWRIGHT_FFMPEG: '/opt/ffmpeg' });
});

test('a folder is inside another one only if it is below it', () => {
  expect([isInside('/a/b', '/a'), isInside('/a', '/a'), isInside('/ab', '/a'), isInside('/a/..b', '/a')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('copyFolder copies a workspace with its content and reports the progress', async () => {
  await using folder = await temporaryFolder();
  const from = join(folder.path, 'from');
  const to = join(folder.path, 'to');
  await mkdir(join(from, 'blobs', 'ab'), { recursive: true });
  await mkdir(to);
  await writeFile(join(from, 'blobs', 'ab', 'one'), 'x'.repeat(700));
  await writeFile(join(from, 'two'), 'y'.repeat(300));
  const reports: number[] = [];
  await copyFolder(from, to, ({ bytes, total }) => {
    expect(total).toBe(1000);
    reports.push(bytes);
  });
  expect(await readFile(join(to, 'blobs', 'ab', 'one'), 'utf8')).toBe('x'.repeat(700));
  expect(reports).toEqual(reports.toSorted((left, right) => left - right));
  expect([reports[0], reports.at(-1)]).toEqual([0, 1000]);
});
