import { expect, test } from 'vitest';
import { readLoudness } from './measure-loudness.ts';

/** As FFmpeg 5.1 prints it; the lines of its log are without what surrounds them. */
const summary = (integrated: string, peak: string): readonly string[] => [
  '[Parsed_ebur128_0 @ 0x5623801bdb00] [info] Summary:',
  '  Integrated loudness:',
  `    I:         ${integrated} LUFS`,
  '    Threshold: -41.1 LUFS',
  '  Loudness range:',
  '    LRA:         5.2 LU',
  '    Threshold: -51.1 LUFS',
  '    LRA low:   -51.1 LUFS',
  '    LRA high:  -31.1 LUFS',
  '  True peak:',
  `    Peak:       ${peak} dBFS`,
];

test('what FFmpeg has measured is read from the end of its log', () => {
  const measured = { integrated: -31.1, truePeak: -28.1, range: 5.2 };
  expect(readLoudness(summary('-31.1', '-28.1'))).toEqual(measured);
  expect(readLoudness(['Stream #0:0: Audio: pcm_s16le', ...summary('-31.1', '-28.1')])).toEqual(measured);
});

test('silence is no number', () => {
  expect(readLoudness(summary('-70.0', '-inf'))).toEqual({ integrated: null, truePeak: null, range: 5.2 });
  expect(readLoudness(summary('-inf', '-inf'))).toMatchObject({ integrated: null });
});

test('where it told nothing, nothing is read', () => {
  expect(readLoudness([])).toBeNull();
  expect(readLoudness(summary('-31.1', '-28.1').slice(0, 5))).toBeNull();
});
