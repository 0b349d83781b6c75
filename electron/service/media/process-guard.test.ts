import { expect, test } from 'vitest';
import { guardArguments, toolEnvironment } from './process-guard.ts';

test('the wrapper ends FFmpeg with us, without core files, privileges or files beyond the limit', () => {
  expect(guardArguments('/usr/bin/ffmpeg', ['-i', '--x'], { fileBytes: 4096 })).toEqual([
    ...['--pdeathsig', 'SIGKILL', '--no-new-privs', '--'],
    ...['prlimit', '--core=0', '--fsize=4096', '--', '/usr/bin/ffmpeg', '-i', '--x'],
  ]);
  expect(guardArguments('f', [], { fileBytes: null })).not.toContain('--fsize=null');
});

test('the environment holds what programs need to start and nothing of a person or of ours', () => {
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
