import { writeFile } from 'node:fs/promises';
import { arch, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { benchBrowserPeer, hyperframes, remotion } from './browser-peers.ts';
import { benchEditor } from './editor.ts';
import { benchBatchAccept } from './farm/batch-accept.ts';
import { benchFarmFilms } from './farm/films.ts';
import { benchFarmQueue } from './farm/queue.ts';
import { benchFilmCheck } from './film-check.ts';
import { benchFirstSegment } from './first-segment.ts';
import { benchFrames } from './frames.ts';
import { benchHostile } from './hostile.ts';
import { benchKernels } from './kernels.ts';
import { benchLanguage } from './language.ts';
import { benchLayers } from './layers.ts';
import { benchLiveTable } from './live-table.ts';
import { ffmpeg, ffmpegOnce, melt } from './peers.ts';
import { benchPlaying } from './playing.ts';
import {
  benchAgain,
  benchCold,
  benchItems,
  benchLong,
  benchLoudness,
  benchShapes,
  benchTitles,
  benchTitlesMelt,
  benchVariants,
  C3,
  COLD_FILMS,
  type RenderBench,
  T10,
  X30,
} from './renders.ts';
import { type Results, type Row, writeResults } from './report.ts';
import { benchRestart } from './restart.ts';
import { benchScale } from './scale.ts';
import { benchStart } from './start.ts';
import { timedRun } from './timed-run.ts';
import { benchCaptions, benchLargeTitle, benchLongTitles, benchNames, benchTitledFilm } from './titled-films.ts';
import { benchUpload } from './upload.ts';

const FOLDER = join(import.meta.dirname, '..', 'out', 'bench');

type SampleWriters = ReadonlyMap<string, () => Promise<readonly Row[]>>;

/**
 * Measures the requested rows. A full run writes each row to the table immediately after its measurement. A run with
 * selected rows writes them only with `--write`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      /** Measures films on 2 to 16 cores instead. */
      scale: { type: 'boolean', default: false },
      /** A file for the measured rows as JSON. */
      to: { type: 'string' },
      /** The size of the upload in MiB. */
      size: { type: 'string', default: '1024' },
    },
  });
  if (values.scale) {
    await benchScale(Number(values.rounds), { isWritten: values.write });
    return;
  }
  const tools = await findMediaTools(process.env);
  const writers = writersOf({ folder: FOLDER, tools, rounds: Number(values.rounds) }, Number(values.size));
  const chosen = values.only === undefined ? [...writers.keys()] : [values.only];
  const isWhole = values.only === undefined;
  const rows: Row[] = [];
  for (const name of chosen) {
    const make = writers.get(name);
    if (make === undefined) throw new Error(`no such row; there are ${[...writers.keys()].join(', ')}`);
    rows.push(...(await make()));
    // Write each row immediately, because a full run takes an hour.
    if (isWhole || values.write)
      await writeResults(import.meta.dirname, resultsOf(rows, tools.version), { isWhole: false });
  }
  if (values.to !== undefined) await writeFile(values.to, JSON.stringify(rows));
  // Remove rows that no longer exist.
  if (isWhole) await writeResults(import.meta.dirname, resultsOf(rows, tools.version), { isWhole });
}

function resultsOf(rows: readonly Row[], ffmpegVersion: string): Results {
  return {
    measuredAt: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${arch()}`,
    },
    node: process.versions.node,
    ffmpeg: ffmpegVersion,
    rows,
  };
}

function writersOf(bench: RenderBench, uploadMebibytes: number): SampleWriters {
  const { rounds, folder, tools } = bench;
  return new Map([
    ...COLD_FILMS.map((each) => [each.name, async () => [await benchCold(each, ffmpeg(tools.ffmpeg), bench)]] as const),
    ...COLD_FILMS.map((each) => [`${each.name}-melt`, () => againstMelt(() => benchCold(each, melt, bench))] as const),
    [`${T10.name}-once`, async () => [await benchCold(T10, ffmpegOnce(tools.ffmpeg), bench)]],
    [X30.name, async () => [await benchCold(X30, ffmpeg(tools.ffmpeg), bench)]],
    ['C3', async () => [await benchTitles(bench)]],
    ['C3-melt', () => againstMelt(() => benchTitlesMelt(bench))],
    ['C3-hyperframes', () => benchBrowserPeer(C3, hyperframes, bench)],
    ['C3-remotion', () => benchBrowserPeer(C3, remotion, bench)],
    ['titles', () => benchTitledFilm(bench)],
    ['names', async () => [await benchNames(bench)]],
    ['captions', async () => [await benchCaptions(bench)]],
    ['R300-titles', async () => [await benchLongTitles(bench)]],
    ['2160p', () => benchLargeTitle(bench)],
    ['again', () => benchAgain(bench)],
    ['items', () => benchItems(bench)],
    ['loudness', async () => [await benchLoudness(bench)]],
    ['check', () => benchFilmCheck(bench)],
    ['shapes', async () => [await benchShapes(bench)]],
    ['variants', async () => [await benchVariants(bench)]],
    ['R300', () => benchLong(bench)],
    ['kernels', () => benchKernels(rounds)],
    ['language', async () => [benchLanguage(rounds)]],
    ['upload', async () => [await benchUpload(folder, uploadMebibytes, rounds)]],
    ['start', async () => [await benchStart(folder, rounds)]],
    ['restart', () => benchRestart(rounds)],
    ['first segment', () => benchFirstSegment(bench)],
    ['frames', () => benchFrames(bench)],
    ['live table', () => benchLiveTable(rounds)],
    ['hostile', benchHostile],
    ['batch-accept', () => benchBatchAccept(rounds)],
    ['farm-queue', benchFarmQueue],
    ['farm-films', () => benchFarmFilms(bench)],
    ['editor', benchEditor],
    ['layers', benchLayers],
    ['playing', () => benchPlaying(folder, rounds)],
  ]);
}

/** Skips the comparison if `melt` is not installed, so that the other measurements continue. */
async function againstMelt(make: () => Promise<Row>): Promise<readonly Row[]> {
  const isThere = await timedRun(melt.program, ['--version']).then(
    () => true,
    () => false,
  );
  if (isThere) return [await make()];
  console.log('melt is not installed; its rows are left out');
  return [];
}

await main();
