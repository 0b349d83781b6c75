import { describe, expect, test } from 'vitest';
import { type ToolEnd, toolFailure, withoutFolders } from './tool-failure.ts';

function codeOf(end: Partial<ToolEnd>): string | null {
  return toolFailure({ stopped: null, exitCode: 0, exitSignal: null, log: [], startError: null, ...end })?.code ?? null;
}

describe('the failure of an ended run', () => {
  test.each<[string, Partial<ToolEnd>, string | null]>([
    ['successfully', { exitCode: 0, log: ['[warning] a frame was lost'] }, null],
    ['with an error', { exitCode: 1 }, 'ffmpeg/failed'],
    ['by a signal', { exitCode: null, exitSignal: 'SIGSEGV' }, 'ffmpeg/failed'],
    ['by the system', { exitCode: null, exitSignal: 'SIGKILL' }, 'ffmpeg/interrupted'],
    ['by the limit on files', { exitCode: null, exitSignal: 'SIGXFSZ' }, 'ffmpeg/output-limit'],
    ['because it stalled', { exitCode: null, exitSignal: 'SIGKILL', stopped: 'stalled' }, 'ffmpeg/stalled'],
    [
      'on a full disk (FFmpeg 5)',
      { exitCode: 1, log: ['[mp4 @ 0x55] [error] x: No space left on device'] },
      'storage/full',
    ],
    [
      'on a full disk at the last byte',
      { exitCode: 0, log: ['[error] Error writing trailer of x: No space left on device'] },
      'storage/full',
    ],
    ['on a full disk (FFmpeg 7)', { exitCode: 228 }, 'storage/full'],
    ['over quota', { exitCode: 1, log: ['[error] av_write_frame(): Disk quota exceeded'] }, 'storage/full'],
    ['with a title about a full disk', { exitCode: 0, log: ['title: No space left on device'] }, null],
    ['without memory', { exitCode: 1, log: ['[libx264 @ 0x55] [error] malloc of size 8 failed'] }, 'ffmpeg/memory'],
    [
      'without starting',
      { exitCode: 127, log: ['prlimit: failed to execute /x: No such file or directory'] },
      'ffmpeg/not-found',
    ],
  ])('has the code of its cause: %s', (_, end, code) => {
    expect(codeOf(end)).toBe(code);
  });
});

test('the log names files without their folders', () => {
  const log = ['[warning] file:/home/a b/c.ts: corrupt decoded frame', '[error] /home/a b/c.ts.part: missing'];
  expect(withoutFolders(log, ['-i', 'file:/home/a b/c.ts', '-y', 'file:/home/a b/c.ts.part'])).toEqual([
    '[warning] file:c.ts: corrupt decoded frame',
    '[error] c.ts.part: missing',
  ]);
});
