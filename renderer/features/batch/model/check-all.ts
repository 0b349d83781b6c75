import { refusedText } from '#renderer/strings/say.ts';
import { pause } from '#renderer/ui/browser/pause.ts';
import type { RowCheck, RowProblem } from '#shared/batch/check-row.ts';
import type { TableRow } from '#shared/batch/table.ts';

/** How rows of one template are checked. What is known of a row is kept for as long as nothing but rows changes. */
export interface Checking {
  readonly check: (row: TableRow) => RowCheck;
  readonly known: WeakMap<TableRow, RowCheck>;
  /** What only setting a row's texts tells; null where no text has a value of the table in it. */
  readonly judgeTexts: ((row: TableRow, signal: AbortSignal) => Promise<readonly RowProblem[]>) | null;
  readonly knownTexts: WeakMap<TableRow, readonly RowProblem[]>;
}

/** How far the checks are. */
export interface Checked {
  /** In the order of the rows; null of those that were not looked at yet. */
  readonly ofRows: readonly (RowCheck | null)[];
  /** Whether all values were checked; texts may still be. */
  readonly isDone: boolean;
  /** Rows whose texts were looked at; null where that is over, or has not begun. */
  readonly texts: number | null;
  /** How long all of it took; null while it goes on. */
  readonly milliseconds: number | null;
}

/** A slice ends after this long, so that a frame is never missed for it. */
const SLICE_MILLISECONDS = 6;
/** How often the screen is told. */
const TELL_MILLISECONDS = 100;

/**
 * Checks the values of all rows in slices, then sets their texts beside the page, row by row. Rejects when the signal
 * aborts.
 */
export async function checkAll(
  checking: Checking,
  rows: readonly TableRow[],
  signal: AbortSignal,
  tell: (checked: Checked) => void,
): Promise<void> {
  const began = performance.now();
  const ofRows: (RowCheck | null)[] = rows.map((row) => found(checking, row));
  const rarely = everySoOften(began);
  let until = began + SLICE_MILLISECONDS;
  /** Leaves the page its time at the end of a slice; whether it was one. */
  const sliceEnded = async (): Promise<boolean> => {
    if (performance.now() <= until) return false;
    await pause();
    signal.throwIfAborted();
    until = performance.now() + SLICE_MILLISECONDS;
    return true;
  };
  for (const [at, row] of rows.entries()) {
    if (ofRows[at] !== null) continue;
    if ((await sliceEnded()) && rarely()) tell({ ofRows: [...ofRows], isDone: false, texts: null, milliseconds: null });
    checking.known.set(row, checking.check(row));
    ofRows[at] = found(checking, row);
  }
  if (checking.judgeTexts !== null) {
    const toJudge = rows.filter((row) => !checking.knownTexts.has(row));
    if (toJudge.length > 0)
      tell({ ofRows: [...ofRows], isDone: true, texts: rows.length - toJudge.length, milliseconds: null });
    for (const [at, row] of rows.entries()) {
      if (checking.knownTexts.has(row)) continue;
      // A text that was set for another row is answered at once, and would leave the page no time.
      await sliceEnded();
      checking.knownTexts.set(row, await checking.judgeTexts(row, signal));
      ofRows[at] = found(checking, row);
      if (rarely()) tell({ ofRows: [...ofRows], isDone: true, texts: at + 1, milliseconds: null });
    }
  }
  tell({ ofRows, isDone: true, texts: null, milliseconds: performance.now() - began });
}

/** What is known of a row by now. */
function found({ known, knownTexts }: Checking, row: TableRow): RowCheck | null {
  const check = known.get(row);
  if (check === undefined) return null;
  const ofTexts = knownTexts.get(row) ?? [];
  return ofTexts.length === 0 ? check : { ...check, problems: [...check.problems, ...ofTexts] };
}

function everySoOften(began: number): () => boolean {
  let told = began;
  return () => {
    const now = performance.now();
    if (now - told <= TELL_MILLISECONDS) return false;
    told = now;
    return true;
  };
}

/** Each use of a variable can refuse its cell for a reason of its own; the first one is enough to correct it. */
export function oneRefusalPerCell(problems: readonly RowProblem[]): readonly RowProblem[] {
  const refused = new Set<string>();
  return problems.filter(({ variable, says }) => {
    if (variable === null || refusedText(says) === null) return true;
    if (refused.has(variable)) return false;
    refused.add(variable);
    return true;
  });
}
