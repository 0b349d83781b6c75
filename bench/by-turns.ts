import type { Row } from './report.ts';
import { summarize } from './statistics.ts';

export interface Rivals extends Pick<Row, 'name' | 'what' | 'against'> {
  /** Does the work once and returns the duration in seconds. */
  readonly ours: () => Promise<number>;
  readonly theirs: () => Promise<number>;
}

/** Times both sides in alternation, after a warm-up round. */
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
