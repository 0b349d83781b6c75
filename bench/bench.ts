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
  C3_LONG,
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
      /** An FFmpeg for the rows that use one. With several, each row is measured with each of them. */
      ffmpeg: { type: 'string', multiple: true },
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
  const isWhole = values.only === undefined;
  const rows: Row[] = [];
  for (const [index, program] of (values.ffmpeg ?? [process.env['SCENEWRIGHT_FFMPEG']]).entries()) {
    // The measured programs read the same variable.
    if (program !== undefined) process.env['SCENEWRIGHT_FFMPEG'] = program;
    const tools = await findMediaTools(process.env);
    // Sources and pictures are made again with each FFmpeg.
    const folder = index === 0 ? FOLDER : `${FOLDER}-${index + 1}`;
    const bench = { folder, tools, rounds: Number(values.rounds) };
    const writers = writersOf(bench, index === 0 ? Number(values.size) : null);
    for (const name of values.only === undefined ? writers.keys() : [values.only]) {
      rows.push(...(await writerNamed(name, writers)()));
      // Write each row immediately, because a full run takes an hour.
      if (isWhole || values.write) await writeResults(import.meta.dirname, resultsOf(rows), { isWhole: false });
    }
  }
  if (values.to !== undefined) await writeFile(values.to, JSON.stringify(rows));
  // Remove rows that no longer exist.
  if (isWhole) await writeResults(import.meta.dirname, resultsOf(rows), { isWhole });
}

function resultsOf(rows: readonly Row[]): Results {
  return {
    measuredAt: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${arch()}`,
    },
    node: process.versions.node,
    rows,
  };
}

/**
 * Returns all rows.
 * @param uploadMebibytes The size of the upload; null to leave out the rows without FFmpeg.
 */
function writersOf(bench: RenderBench, uploadMebibytes: number | null): SampleWriters {
  const films = [...filmWritersOf(bench)].map(([name, make]) => {
    const makeWithVersion = async () =>
      (await make()).map((row) => ({ ...row, ffmpeg: versionNumber(bench.tools.version) }));
    return [name, makeWithVersion] as const;
  });
  return new Map([...films, ...(uploadMebibytes === null ? [] : otherWritersOf(bench, uploadMebibytes))]);
}

function writerNamed(name: string, writers: SampleWriters): () => Promise<readonly Row[]> {
  const make = writers.get(name);
  if (make === undefined) throw new Error(`no such row; there are ${[...writers.keys()].join(', ')}`);
  return make;
}

/** Returns the number of a version, such as 7.1.5 of `7.1.5-0+deb13u1`. */
function versionNumber(version: string): string {
  return /[\d.]+\d/.exec(version)?.[0] ?? version;
}

/** Returns the rows that FFmpeg takes part in. */
function filmWritersOf(bench: RenderBench): SampleWriters {
  const { folder, rounds, tools } = bench;
  return new Map([
    ...COLD_FILMS.map((each) => [each.name, async () => [await benchCold(each, ffmpeg(tools.ffmpeg), bench)]] as const),
    ...COLD_FILMS.map((each) => [`${each.name}-melt`, () => againstMelt(() => benchCold(each, melt, bench))] as const),
    [`${T10.name}-once`, async () => [await benchCold(T10, ffmpegOnce(tools.ffmpeg), bench)]],
    [X30.name, async () => [await benchCold(X30, ffmpeg(tools.ffmpeg), bench)]],
    ...[C3, C3_LONG].map((each) => [each.name, async () => [await benchTitles(each, bench)]] as const),
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
    ['first segment', () => benchFirstSegment(bench)],
    ['frames', () => benchFrames(bench)],
    ['farm-films', () => benchFarmFilms(bench)],
    ['playing', () => benchPlaying(folder, rounds)],
  ]);
}

function otherWritersOf({ folder, rounds }: RenderBench, uploadMebibytes: number): SampleWriters {
  return new Map([
    ['kernels', () => benchKernels(rounds)],
    ['language', async () => [benchLanguage(rounds)]],
    ['upload', async () => [await benchUpload(folder, uploadMebibytes, rounds)]],
    ['start', async () => [await benchStart(folder, rounds)]],
    ['restart', () => benchRestart(rounds)],
    ['live table', () => benchLiveTable(rounds)],
    ['hostile', benchHostile],
    ['batch-accept', () => benchBatchAccept(rounds)],
    ['farm-queue', benchFarmQueue],
    ['editor', benchEditor],
    ['layers', benchLayers],
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
