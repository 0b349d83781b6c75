import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { arch, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findMediaTools } from '../electron/service/media/find-tools.ts';
import type { MediaTools } from '../electron/service/media/tools.ts';
import { benchEditor } from './editor.ts';
import { type BenchFilm, film, handWritten, templateOf } from './films.ts';
import { benchHostile } from './hostile.ts';
import { makeMedia } from './media.ts';
import { type Row, writeTable } from './report.ts';
import { benchRestart } from './restart.ts';
import { benchStart } from './start.ts';
import { summarize } from './statistics.ts';
import { timedRun } from './timed-run.ts';
import { benchUpload } from './upload.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'out', 'bench');
const COMMAND = join(ROOT, 'out', 'electron', 'service', 'command', 'main.js');
const FILMS: readonly BenchFilm[] = [film('R3', 3, 5), film('R30', 30, 2)];

/** Times each film cold by the command and by the hand-written line, by turns; an upload; starts of the service; and what it is promised to bear. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      /** Of the upload, in MiB. */
      size: { type: 'string', default: '1024' },
    },
  });
  const rounds = Number(values.rounds);
  const tools = await findMediaTools(process.env);
  const makers = new Map<string, () => Promise<readonly Row[]>>([
    ...FILMS.map((each) => [each.name, async () => [await compare(each, rounds, tools)]] as const),
    ['upload', async () => [await benchUpload(FOLDER, Number(values.size), rounds)]],
    ['start', async () => [await benchStart(FOLDER, rounds)]],
    ['restart', () => benchRestart(rounds)],
    ['hostile', benchHostile],
    ['editor', benchEditor],
  ]);
  const chosen = values.only === undefined ? [...makers.keys()] : [values.only];
  const rows: Row[] = [];
  for (const name of chosen) {
    const make = makers.get(name);
    if (make === undefined) throw new Error(`no such row; there are ${[...makers.keys()].join(', ')}`);
    rows.push(...(await make()));
  }
  if (values.only !== undefined) return;
  const results = {
    measuredAt: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${arch()}`,
    },
    node: process.versions.node,
    ffmpeg: tools.version,
    rows,
  };
  await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeTable(join(import.meta.dirname, 'README.md'), results);
}

async function compare(each: BenchFilm, rounds: number, tools: MediaTools): Promise<Row> {
  await mkdir(FOLDER, { recursive: true });
  console.log(`making sources in ${FOLDER}, once`);
  await makeMedia(tools.ffmpeg, FOLDER);
  const template = join(FOLDER, `${each.name}.xml`);
  const [ours, theirs] = [join(FOLDER, `${each.name}-ours.mp4`), join(FOLDER, `${each.name}-theirs.mp4`)];
  await writeFile(template, templateOf(each));
  const render = () => timedRun(process.execPath, [COMMAND, 'render', template, '--out', ours, '--no-cache', '--json']);
  const byHand = () => timedRun(tools.ffmpeg, handWritten(each, FOLDER, theirs));
  // Once each without counting, so that both find the sources in the system's memory.
  await render();
  await byHand();
  const times: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const time = { ours: await render(), theirs: await byHand() };
    times.push(time);
    console.log(`${each.name} ${round + 1}/${rounds}: ${time.ours.toFixed(2)} s against ${time.theirs.toFixed(2)} s`);
  }
  const row: Row = {
    name: `${each.name}, cold`,
    what: `${each.scenes.length} scenes`,
    against: 'one hand-written `ffmpeg` command',
    rounds,
    ours: summarize(times.map((time) => time.ours)),
    theirs: summarize(times.map((time) => time.theirs)),
    ratio: summarize(times.map((time) => time.ours / time.theirs)),
    frames: { ours: await countFrames(ours, tools), theirs: await countFrames(theirs, tools) },
    bytes: { ours: (await stat(ours)).size, theirs: (await stat(theirs)).size },
  };
  console.log(`${row.name}: ratio ${row.ratio.median.toFixed(2)}`);
  return row;
}

async function countFrames(path: string, { ffprobe }: MediaTools): Promise<number> {
  const asked = [
    '-v',
    'error',
    '-count_packets',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=nb_read_packets',
    '-of',
    'csv=p=0',
  ];
  const { stdout } = await promisify(execFile)(ffprobe, [...asked, path]);
  return Number.parseInt(stdout, 10);
}

await main();
