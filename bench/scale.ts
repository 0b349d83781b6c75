import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { Row } from './report.ts';
import { timedRun } from './timed-run.ts';

/** The numbers of cores to which the measurements are confined, and the measured films. */
const CORES = [2, 4, 8, 16];
const FILMS = ['R30', 'R3', 'S3', 'C3'];
const README = join(import.meta.dirname, 'README.md');
/** The lines around the table in the README. */
const [BEGIN, END] = ['<!-- scale: begin -->\n', '<!-- scale: end -->\n'];

/**
 * Measures films against the hand-written command on 2 to 16 cores. `taskset` confines both sides to the cores, so one
 * large machine is enough. Skips the numbers that this machine doesn't have. Prints the rows. `isWritten` also writes them
 * into the README.
 */
export async function benchScale(rounds: number, { isWritten }: { readonly isWritten: boolean }): Promise<void> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'rows.json');
  const lines: string[] = [];
  const measured = CORES.filter((cores) => cores <= availableParallelism());
  const skipped = CORES.filter((cores) => !measured.includes(cores));
  if (skipped.length > 0) console.log(`This machine has too few cores for ${skipped.join(', ')}.`);
  if (isWritten && skipped.length > 0) throw new Error('Only a machine with all of these cores can write the table.');
  for (const film of FILMS)
    for (const cores of measured.toReversed()) {
      const bench = [join(import.meta.dirname, 'bench.ts'), '--only', film, '--rounds', String(rounds), '--to', file];
      await timedRun('taskset', ['--cpu-list', `0-${cores - 1}`, process.execPath, ...bench]);
      const [row]: readonly Row[] = JSON.parse(await readFile(file, 'utf8'));
      if (row === undefined) throw new Error(`${film} has no row`);
      lines.push(lineOf(film, cores, row));
      console.log(lines.at(-1));
    }
  const table = ['| film | cores | ours | command | ratio |', '| --- | --- | --- | --- | --- |', ...lines, ''].join(
    '\n',
  );
  if (isWritten) await writeFile(README, withTable(await readFile(README, 'utf8'), table));
}

function lineOf(film: string, cores: number, { ours, theirs, ratio }: Row): string {
  const [own, other] = [ours.median, theirs.median].map((seconds) => `${seconds.toFixed(2)} s`);
  return `| ${film} | ${cores} | ${own} | ${other} | ${ratio.median.toFixed(2)} |`;
}

function withTable(page: string, table: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('README.md has no place for the table');
  return [before, BEGIN, table, END, after].join('');
}
