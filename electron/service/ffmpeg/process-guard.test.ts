import { spawnSync } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { GO, guardedCommand, toolEnvironment } from './process-guard.ts';

test('setpriv ends FFmpeg with the parent and sets all limits', () => {
  const limits = { fileBytes: 4096, memoryBytes: 8192 };
  expect(guardedCommand('setpriv', '/usr/bin/ffmpeg', ['-i', '--x'], limits)).toEqual({
    program: 'setpriv',
    arguments: [
      ...['--pdeathsig', 'SIGKILL', '--no-new-privs', '--'],
      ...['prlimit', '--core=0', '--fsize=4096', '--data=8192', '--', '/usr/bin/ffmpeg', '-i', '--x'],
    ],
  });
  expect(guardedCommand('setpriv', 'f', [], { fileBytes: null, memoryBytes: null }).arguments.slice(5)).toEqual([
    '--core=0',
    '--',
    'f',
  ]);
  expect(guardedCommand('none', 'f', ['-x'], limits)).toEqual({ program: 'f', arguments: ['-x'] });
});

test.runIf(process.platform !== 'win32')('the shell waits, sets the limits, and becomes the program', async () => {
  await using folder = await temporaryFolder();
  const script = `echo $$; ulimit -c; ulimit -f; ulimit -d; echo "$0|$*"`;
  const limits = { fileBytes: 10_000, memoryBytes: 2 ** 30 };
  const { program, arguments: asked } = guardedCommand('shell', 'sh', ['-c', script, 'a b', '$(c)', "'d"], limits);
  const run = (said: string) => {
    const input = join(folder.path, 'told');
    writeFileSync(input, said);
    const stdio = ['ignore', 'pipe', 'ignore', 'ignore', openSync(input, 'r')] as const;
    return spawnSync(program, asked, { encoding: 'utf8', stdio: [...stdio] });
  };
  const [, core, file, data, words] = run(GO).stdout.split('\n');
  expect([core, file, data]).toEqual(['0', '20', String(2 ** 20)]);
  expect(words).toBe("a b|$(c) 'd");
  expect(run('')).toMatchObject({ status: 1, stdout: '' });
});

test('the environment excludes secrets and user settings', () => {
  const environment = {
    PATH: '/bin',
    HOME: '/root',
    FFREPORT: 'file=x',
    AWS_SECRET_ACCESS_KEY: 's',
    LD_PRELOAD: 'x.so',
    LC_ALL: 'de_DE',
  };
  expect(toolEnvironment(environment)).toEqual({ PATH: '/bin', LC_ALL: 'C' });
});
