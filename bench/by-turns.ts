import type { Row } from './report.ts';
import { summarize } from './statistics.ts';

/** What is timed against what. */
export interface Rivals extends Pick<Row, 'name' | 'what' | 'against'> {
  /** Each does its work once and answers how many seconds it took. */
  readonly ours: () => Promise<number>;
  readonly theirs: () => Promise<number>;
}

/** Times both by turns, after one round that does not count. */
export async function timeByTurns({ ours, theirs, ...said }: Rivals, rounds: number): Promise<Row> {
  await ours();
  await theirs();
  const times: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const time = { ours: await ours(), theirs: await theirs() };
    times.push(time);
    console.log(`${said.name} ${round + 1}/${rounds}: ${time.ours.toFixed(2)} s against ${time.theirs.toFixed(2)} s`);
  }
  const row: Row = {
    ...said,
    rounds,
    ours: summarize(times.map((time) => time.ours)),
    theirs: summarize(times.map((time) => time.theirs)),
    ratio: summarize(times.map((time) => time.ours / time.theirs)),
  };
  console.log(`${row.name}: ratio ${row.ratio.median.toFixed(2)}`);
  return row;
}
