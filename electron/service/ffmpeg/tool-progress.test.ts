import { describe, expect, test } from 'vitest';
import { createProgressReader, hasAdvanced } from './tool-progress.ts';

const BLOCK = `frame=30
fps=29.97
stream_0_0_q=23.0
bitrate= 512.3kbits/s
total_size=65536
out_time_us=1001000
out_time_ms=1001000
out_time=00:00:01.001000
dup_frames=0
drop_frames=0
speed=2.5x
progress=continue
`;

describe('the progress reader', () => {
  test('returns one report per block for any chunk size', () => {
    const whole = createProgressReader()(Buffer.from(BLOCK + BLOCK.replace('continue', 'end')));
    expect(whole).toEqual([
      { frames: 30, outSeconds: 1.001, bytes: 65_536, speed: 2.5, finished: false },
      { frames: 30, outSeconds: 1.001, bytes: 65_536, speed: 2.5, finished: true },
    ]);
    const read = createProgressReader();
    const byByte = [...Buffer.from(BLOCK)].flatMap((byte) => read(Uint8Array.of(byte)));
    expect(byByte).toEqual(whole.slice(0, 1));
  });

  test('returns null for unavailable values', () => {
    const text = 'frame=0\ntotal_size=N/A\nout_time_us=N/A\nspeed=N/A\nprogress=continue\n';
    expect(createProgressReader()(Buffer.from(text))).toEqual([
      { frames: 0, outSeconds: null, bytes: null, speed: null, finished: false },
    ]);
    const mostNegative = 'out_time_us=-9223372036854775807\nprogress=continue\n';
    expect(createProgressReader()(Buffer.from(mostNegative))[0]?.outSeconds).toBeNull();
  });

  test('ignores other lines', () => {
    expect(createProgressReader()(Buffer.from('hello\n=\n\u0000\nframe\nprogress'))).toEqual([]);
  });
});

test('progress means a change of frames, time, or bytes', () => {
  const report = { frames: 3, outSeconds: 0.1, bytes: null, speed: 1, finished: false };
  expect(hasAdvanced(null, report)).toBe(true);
  expect(hasAdvanced(report, { ...report, speed: 0.9 })).toBe(false);
  expect(hasAdvanced(report, { ...report, frames: 4 })).toBe(true);
  expect(hasAdvanced(report, { ...report, outSeconds: 0.2 })).toBe(true);
  expect(hasAdvanced(report, { ...report, bytes: 1 })).toBe(true);
  expect(hasAdvanced(report, { ...report, finished: true })).toBe(true);
});
