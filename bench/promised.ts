import type { Row } from './report.ts';
import { summarize } from './statistics.ts';

/** A row of times that are held against what is promised; nothing else runs by turns with them. */
export function promisedRow(
  said: Pick<Row, 'name' | 'what'>,
  promisedSeconds: number,
  seconds: readonly number[],
): Row {
  const row: Row = {
    ...said,
    against: `the ${promisedSeconds} s that are promised`,
    rounds: seconds.length,
    ours: summarize(seconds),
    theirs: summarize([promisedSeconds]),
    ratio: summarize(seconds.map((each) => each / promisedSeconds)),
    frames: null,
    bytes: null,
  };
  console.log(`${row.name}: ${row.ours.median.toFixed(3)} s, at most ${row.ours.largest.toFixed(3)} s`);
  return row;
}
