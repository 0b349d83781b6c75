import { describe, expect, test } from 'vitest';
import { readFilmAnswer, readJobProgress, type Toolchain } from '../protocol/job.ts';
import { readWorkerReport } from '../protocol/worker-report.ts';
import { madeAnswer, reportOf } from '../testing/pretended-worker.ts';
import { chooseToolchain, coresOf, filmsInFarm } from './worker-registry.ts';

const requested = { engine: 3, canvasKit: '0.42.0', svg: 'resvg 0.48.1' };
const toolchainOf = (ffmpeg: string, others: Partial<Toolchain> = {}): Toolchain => ({
  ...requested,
  ffmpeg,
  ...others,
});
const worker = (ffmpeg: string, cores: number, others: Partial<Toolchain> = {}) =>
  reportOf({ toolchain: toolchainOf(ffmpeg, others), cores });

describe('the chosen toolchain', () => {
  test("has the service's version and the FFmpeg with the most cores", () => {
    const workers = [worker('7.1', 2), worker('8.0', 3), worker('7.1', 2), worker('9', 64, { engine: 4 })];
    expect(chooseToolchain(workers, requested, null)).toEqual(toolchainOf('7.1'));
    expect(coresOf(workers, toolchainOf('7.1'))).toBe(4);
    expect(chooseToolchain(workers, { ...requested, canvasKit: '1' }, null)).toBe(null);
    expect(chooseToolchain(workers, { ...requested, svg: 'resvg 1' }, null)).toBe(null);
    expect(chooseToolchain([worker('8.0', 1), worker('7.1', 1)], requested, null)).toEqual(toolchainOf('7.1'));
  });

  test('stays while a worker that takes jobs has it', () => {
    const workers = [worker('7.1', 1), worker('8.0', 100)];
    expect(chooseToolchain(workers, requested, toolchainOf('7.1'))).toEqual(toolchainOf('7.1'));
    expect(chooseToolchain(workers, requested, toolchainOf('6.0'))).toEqual(toolchainOf('8.0'));
    const [one, ...others] = workers;
    if (one === undefined) throw new Error('there are two');
    expect(chooseToolchain([{ ...one, isDraining: true }, ...others], requested, toolchainOf('7.1'))).toEqual(
      toolchainOf('8.0'),
    );
  });

  test('ignores workers whose engine version differs', () => {
    expect(chooseToolchain([worker('7.1', 1, { engine: 2 })], requested, toolchainOf('7.1', { engine: 2 }))).toBe(null);
    expect(chooseToolchain([worker('7.1', 1)], requested, toolchainOf('7.1', { engine: 2 }))).toEqual(
      toolchainOf('7.1'),
    );
  });
});

test('the number of simultaneous films depends on the cores, within bounds', () => {
  expect([0, 1, 4, 5, 100, 5000].map((cores) => filmsInFarm(cores).most)).toEqual([8, 8, 8, 10, 200, 1000]);
  expect(filmsInFarm(100)).toEqual({ most: 200, withTwoCores: 100 });
});

test('readers of answers, progress, and reports return null for invalid data', () => {
  const answer = madeAnswer('a'.repeat(64));
  expect(readFilmAnswer(JSON.stringify(answer))).toEqual(answer);
  for (const text of ['', 'null', '{', '"made"', JSON.stringify({ ...answer, sha256: '../a' })])
    expect(readFilmAnswer(text)).toBe(null);
  const progress = { done: 1, total: 2, framesPerSecond: null, etaSeconds: 1.5, by: 'w1' };
  expect(readJobProgress(progress)).toEqual(progress);
  expect(readJobProgress({ ...progress, done: Number.NaN })).toBe(null);
  const report = worker('7.1', 2);
  expect(readWorkerReport(JSON.stringify(report))).toEqual(report);
  for (const wrong of [{ ...report, cores: 0 }, { ...report, maker: {} }, { ...report, name: 'x'.repeat(1000) }, []])
    expect(readWorkerReport(JSON.stringify(wrong))).toBe(null);
  // These values are too large for the display and for sums over all workers.
  for (const wrong of [{ startedAt: 1e16 }, { framesPerSecond: 1e308 }, { made: { ...report.made, frames: 2 ** 52 } }])
    expect(readWorkerReport(JSON.stringify({ ...report, ...wrong }))).toBe(null);
});
