import type { Row } from './report.ts';
import { summarize } from './statistics.ts';

/** Returns a row that compares measurements with a promised value. The row has no second side. */
export function promisedRow(
  said: Pick<Row, 'name' | 'what' | 'unit'>,
  promised: number,
  measured: readonly number[],
): Row {
  const { unit = 's' } = said;
  const row: Row = {
    ...said,
    against: `the ${Number(promised.toPrecision(2))} ${unit} that are promised`,
    rounds: measured.length,
    ours: summarize(measured),
    theirs: summarize([promised]),
    ratio: summarize(measured.map((each) => each / promised)),
  };
  console.log(`${row.name}: ${row.ours.median.toFixed(3)} ${unit}, at most ${row.ours.largest.toFixed(3)} ${unit}`);
  return row;
}
