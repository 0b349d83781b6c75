import { expect, test } from 'vitest';
import { followMeasurement, type LoudnessProgress, readLoudness } from './measure-loudness.ts';

/** The summary as FFmpeg 5.1 prints it, without line ends. */
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

test('the loudness is read from the summary in the log', () => {
  const measured = { integrated: -31.1, truePeak: -28.1, range: 5.2 };
  expect(readLoudness(summary('-31.1', '-28.1'))).toEqual(measured);
  expect(readLoudness(['Stream #0:0: Audio: pcm_s16le', ...summary('-31.1', '-28.1')])).toEqual(measured);
});

test('silence has no loudness', () => {
  expect(readLoudness(summary('-70.0', '-inf'))).toEqual({ integrated: null, truePeak: null, range: 5.2 });
  expect(readLoudness(summary('-inf', '-inf'))).toMatchObject({ integrated: null });
});

test('the loudness is null if the log has no summary', () => {
  expect(readLoudness([])).toBeNull();
  expect(readLoudness(summary('-31.1', '-28.1').slice(0, 5))).toBeNull();
});

/** Reports the progress of a measurement of a film with 100 frames. The test sets the clock in seconds. */
function testMeasurement() {
  let seconds = 0;
  const reported: LoudnessProgress[] = [];
  const progress = followMeasurement(
    100,
    (each) => reported.push(each),
    () => seconds * 1000,
  );
  const reportAt = (time: number, report: (to: typeof progress) => void): LoudnessProgress | undefined => {
    seconds = time;
    report(progress);
    return reported.at(-1);
  };
  return reportAt;
}

test('the progress covers the missing sounds and the measurement', () => {
  const reportAt = testMeasurement();
  expect(reportAt(0, ({ onMade }) => onMade({ done: 0, total: 100 }))).toEqual({ share: 0, etaSeconds: null });
  expect(reportAt(2, ({ onMade }) => onMade({ done: 50, total: 100 }))).toEqual({ share: 0.25, etaSeconds: 6 });
  expect(reportAt(4, ({ onMeasured }) => onMeasured(50))).toMatchObject({ share: 0.75 });
  expect(reportAt(5, ({ onMeasured }) => onMeasured(100))).toEqual({ share: 1, etaSeconds: 0 });
});

test('the progress covers only the measurement if all sounds are cached', () => {
  const reportAt = testMeasurement();
  expect(reportAt(0, ({ onMade }) => onMade({ done: 0, total: 0 }))).toEqual({ share: 0, etaSeconds: null });
  expect(reportAt(1, ({ onMeasured }) => onMeasured(20))).toEqual({ share: 0.2, etaSeconds: 4 });
});
