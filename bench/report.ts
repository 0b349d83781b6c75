import { readFile, writeFile } from 'node:fs/promises';
import type { Summary } from './statistics.ts';

/** One row of the table: what was timed against what, run by turns. */
export interface Row {
  readonly name: string;
  readonly what: string;
  readonly against: string;
  readonly rounds: number;
  readonly ours: Summary;
  readonly theirs: Summary;
  /** Of each round ours by theirs: it holds when the machine's speed drifts. */
  readonly ratio: Summary;
  /** Of films. */
  readonly frames: { readonly ours: number; readonly theirs: number } | null;
  readonly bytes: { readonly ours: number; readonly theirs: number } | null;
}

export interface Results {
  readonly measuredAt: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly system: string;
  };
  readonly node: string;
  readonly ffmpeg: string;
  readonly rows: readonly Row[];
}

const BEGIN = '<!-- results: written by npm run bench -->';
const END = '<!-- end of results -->';

/** Puts the results as a table between the marks of the README. */
export async function writeTable(readme: string, results: Results): Promise<void> {
  const text = await readFile(readme, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const after = rest.split(END)[1] ?? '\n';
  await writeFile(readme, `${before}${BEGIN}\n\n${tableOf(results)}\n\n${END}${after}`);
}

function tableOf({ rows, machine, node, ffmpeg, measuredAt }: Results): string {
  const lines = rows.map((row) =>
    [
      row.name,
      row.against,
      range(row.ours, ' s'),
      range(row.theirs, ' s'),
      `**${row.ratio.median.toFixed(2)}** (${row.ratio.smallest.toFixed(2)} to ${row.ratio.largest.toFixed(2)})`,
      row.frames === null ? '–' : `${row.frames.ours} / ${row.frames.theirs}`,
      row.bytes === null ? '–' : `${megabytes(row.bytes.ours)} / ${megabytes(row.bytes.theirs)}`,
      String(row.rounds),
    ].join(' | '),
  );
  return [
    '| what | against | ours | theirs | ratio | frames | MB | rounds |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}; Node ${node}, FFmpeg ${ffmpeg}; ${measuredAt.slice(0, 10)}.`,
    'Medians, in brackets the smallest and the largest.',
  ].join('\n');
}

function range({ median, smallest, largest }: Summary, unit: string): string {
  return `${median.toFixed(2)}${unit} (${smallest.toFixed(2)} to ${largest.toFixed(2)})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
