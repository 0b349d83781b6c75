import { refusedText } from '#renderer/strings/say.ts';
import { pause } from '#renderer/ui/browser/pause.ts';
import type { RowCheck, RowProblem } from '#shared/batch/check-row.ts';
import type { TableRow } from '#shared/batch/table.ts';

/** The checks of one template's rows. Results are cached per row until something beside the rows changes. */
export interface Checking {
  readonly check: (row: TableRow) => RowCheck;
  readonly known: WeakMap<TableRow, RowCheck>;
  /** Checks a row's texts by layout, which is slower; null if no text uses a value of the table. */
  readonly judgeTexts: ((row: TableRow, signal: AbortSignal) => Promise<readonly RowProblem[]>) | null;
  readonly knownTexts: WeakMap<TableRow, readonly RowProblem[]>;
}

/** The state of the checks. */
export interface Checked {
  /** In the order of the rows; null for rows that are not checked yet. */
  readonly ofRows: readonly (RowCheck | null)[];
  /** Whether all values were checked; the check of texts may still run. */
  readonly isDone: boolean;
  /** The number of rows whose texts were checked; null if that check is over or has not begun. */
  readonly texts: number | null;
  /** The duration of the whole check in milliseconds; null while it runs. */
  readonly milliseconds: number | null;
}

/** The duration of a slice, short enough that the page misses no frame. */
const SLICE_MILLISECONDS = 6;
/** The interval between updates of the screen. */
const UPDATE_MILLISECONDS = 100;

/**
 * Checks the values of all rows in slices, then the layout of their texts in a worker, row by row. Rejects when the
 * signal aborts.
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
  /** Yields to the page at the end of a slice. Returns whether a slice ended. */
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
      // A text that another row already has is answered immediately, so this loop has to yield too.
      await sliceEnded();
      checking.knownTexts.set(row, await checking.judgeTexts(row, signal));
      ofRows[at] = found(checking, row);
      if (rarely()) tell({ ofRows: [...ofRows], isDone: true, texts: at + 1, milliseconds: null });
    }
  }
  tell({ ofRows, isDone: true, texts: null, milliseconds: performance.now() - began });
}

/** Returns the known result of a row. */
function found({ known, knownTexts }: Checking, row: TableRow): RowCheck | null {
  const check = known.get(row);
  if (check === undefined) return null;
  const ofTexts = knownTexts.get(row) ?? [];
  return ofTexts.length === 0 ? check : { ...check, problems: [...check.problems, ...ofTexts] };
}

function everySoOften(began: number): () => boolean {
  let lastUpdate = began;
  return () => {
    const now = performance.now();
    if (now - lastUpdate <= UPDATE_MILLISECONDS) return false;
    lastUpdate = now;
    return true;
  };
}

/**
 * Keeps the first refusal of each cell: every use of a variable can refuse it for another reason, but one is enough to
 * correct it.
 */
export function oneRefusalPerCell(problems: readonly RowProblem[]): readonly RowProblem[] {
  const refused = new Set<string>();
  return problems.filter(({ variable, says }) => {
    if (variable === null || refusedText(says) === null) return true;
    if (refused.has(variable)) return false;
    refused.add(variable);
    return true;
  });
}
