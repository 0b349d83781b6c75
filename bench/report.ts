import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Summary } from './statistics.ts';

/** A row of the table: a comparison of two sides that are timed in alternation. */
export interface Row {
  readonly name: string;
  readonly what: string;
  readonly against: string;
  /** The version of FFmpeg on both sides; absent if the row does not use FFmpeg. */
  readonly ffmpeg?: string;
  readonly rounds: number;
  readonly ours: Summary;
  readonly theirs: Summary;
  /** The ratio of our time to the rival's time in each round. It is stable even if the speed of the machine changes. */
  readonly ratio: Summary;
  /** The unit of `ours` and `theirs`. */
  readonly unit?: 's' | 'MiB';
  /** The facts about the films. They show that neither side does less work. */
  readonly films?: { readonly ours: FilmFacts; readonly theirs: FilmFacts };
}

export interface FilmFacts {
  readonly frames: number;
  readonly bytes: number;
  /** The structural similarity to the lossless version of the film, from 0 to 1. */
  readonly ssim: number;
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
  readonly rows: readonly Row[];
}

/**
 * Writes `results.json` and the table. A partial run replaces only its rows in the earlier results. Rows from another
 * machine are removed, because they are not comparable.
 */
export async function writeResults(
  folder: string,
  results: Results,
  { isWhole }: { readonly isWhole: boolean },
): Promise<void> {
  const file = join(folder, 'results.json');
  const before: Results | null = isWhole ? null : JSON.parse(await readFile(file, 'utf8'));
  const isComparable = JSON.stringify(before?.machine) === JSON.stringify(results.machine);
  const all = {
    ...results,
    rows: before !== null && isComparable ? rowsWith(before.rows, results.rows) : results.rows,
  };
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
  await writeTable(join(folder, 'results.md'), all);
}

function rowsWith(before: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const added = rows.filter((row) => !before.some((previous) => isSame(previous, row)));
  return [...before.map((row) => rows.find((each) => isSame(each, row)) ?? row), ...added];
}

/** Returns whether two rows have the same name, rival, and FFmpeg. A film can be timed against several rivals. */
function isSame(left: Row, right: Row): boolean {
  return left.name === right.name && left.against === right.against && left.ffmpeg === right.ffmpeg;
}

/** Writes the results as a page with a table. */
async function writeTable(page: string, results: Results): Promise<void> {
  await writeFile(
    page,
    `# Results of the benchmarks

\`npm run bench\` writes this page. [README.md](README.md) explains the rows.

${tableOf(results)}
`,
  );
}

function tableOf({ rows, machine, node, measuredAt }: Results): string {
  const lines = rows.map((row) =>
    [
      row.name,
      row.against,
      row.ffmpeg ?? '–',
      range(row.ours, row.unit),
      range(row.theirs, row.unit),
      `**${row.ratio.median.toFixed(2)}** (${row.ratio.smallest.toFixed(2)} to ${row.ratio.largest.toFixed(2)})`,
      bothFilms(row, ({ frames }) => String(frames)),
      bothFilms(row, ({ bytes }) => (bytes / 1e6).toFixed(1)),
      bothFilms(row, ({ ssim }) => ssim.toFixed(4)),
      String(row.rounds),
    ].join(' | '),
  );
  return [
    '| what | against | FFmpeg | ours | theirs | ratio | frames | MB | SSIM | rounds |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}; Node ${node}; ${measuredAt.slice(0, 10)}.`,
    'Medians, in brackets the smallest and the largest.',
  ].join('\n');
}

function bothFilms({ films }: Row, textOf: (film: FilmFacts) => string): string {
  return films === undefined ? '–' : `${textOf(films.ours)} / ${textOf(films.theirs)}`;
}

/** Formats a range. Times below a second are in milliseconds. */
function range({ median, smallest, largest }: Summary, unit: Row['unit'] = 's'): string {
  if (unit === 's' && largest < 1)
    return `${(1000 * median).toFixed()} ms (${(1000 * smallest).toFixed()} to ${(1000 * largest).toFixed()})`;
  const digits = unit === 's' ? 2 : 0;
  return `${median.toFixed(digits)} ${unit} (${smallest.toFixed(digits)} to ${largest.toFixed(digits)})`;
}
