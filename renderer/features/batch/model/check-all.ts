import { refusedText } from '#renderer/strings/say.ts';
import { pause } from '#renderer/ui/browser/pause.ts';
import { type CheckedFilm, checkOfFilms, type RowCheck, type RowProblem } from '#shared/batch/check-row.ts';
import type { TableRow } from '#shared/batch/table.ts';
import { hasCode, type Message } from '#shared/messages/message.ts';

/** The checks of one film per row. */
export interface FilmChecking extends Pick<CheckedFilm, 'movie' | 'language'> {
  readonly check: (row: TableRow) => RowCheck;
}

/** The checks of rows. The results for each row are memoized until an input other than the rows changes. */
export interface Checking {
  /** The checks of the films of a row. A run has several films per row. */
  readonly films: readonly FilmChecking[];
  readonly known: WeakMap<TableRow, RowCheck>;
  /** Checks the layout of a row's texts, which takes longer than checking values. Null if the table affects no text. */
  readonly checkTexts: ((row: TableRow, signal: AbortSignal) => Promise<readonly RowProblem[]>) | null;
  readonly knownTexts: WeakMap<TableRow, readonly RowProblem[]>;
}

/** The results of the checks so far. */
export interface Checked {
  /** The results in row order; null for a row that is not checked yet. */
  readonly ofRows: readonly (RowCheck | null)[];
  /** Whether all values are checked. The check of the texts can still be running. */
  readonly isDone: boolean;
  /** The number of rows whose texts are checked; null before and after the check of the texts. */
  readonly texts: number | null;
  /** The duration of all checks in milliseconds; null while they are running. */
  readonly milliseconds: number | null;
}

/** The duration of a slice in milliseconds, which is short enough for the page to miss no frame. */
const SLICE_MILLISECONDS = 6;
/** The minimum interval in milliseconds between updates of the screen. */
const UPDATE_MILLISECONDS = 100;

/**
 * Checks the values of all rows in time slices, and then lays out their texts in a worker, row by row. Rejects if the
 * signal aborts.
 */
export async function checkAll(
  checking: Checking,
  rows: readonly TableRow[],
  signal: AbortSignal,
  onUpdate: (checked: Checked) => void,
): Promise<void> {
  const began = performance.now();
  const ofRows: (RowCheck | null)[] = rows.map((row) => resultOf(checking, row));
  const isUpdateDue = createUpdateTimer(began);
  let until = began + SLICE_MILLISECONDS;
  /** Yields to the page if the time slice has ended. Returns whether it has. */
  const sliceEnded = async (): Promise<boolean> => {
    if (performance.now() <= until) return false;
    await pause();
    signal.throwIfAborted();
    until = performance.now() + SLICE_MILLISECONDS;
    return true;
  };
  for (const [at, row] of rows.entries()) {
    if (ofRows[at] !== null) continue;
    const checked: CheckedFilm[] = [];
    for (const { movie, language, check } of checking.films) {
      if ((await sliceEnded()) && isUpdateDue())
        onUpdate({ ofRows: [...ofRows], isDone: false, texts: null, milliseconds: null });
      checked.push({ movie, language, check: check(row) });
    }
    checking.known.set(row, checkOfFilms(checked));
    ofRows[at] = resultOf(checking, row);
  }
  if (checking.checkTexts !== null) {
    const unchecked = rows.filter((row) => !checking.knownTexts.has(row));
    if (unchecked.length > 0)
      onUpdate({ ofRows: [...ofRows], isDone: true, texts: rows.length - unchecked.length, milliseconds: null });
    for (const [at, row] of rows.entries()) {
      if (checking.knownTexts.has(row)) continue;
      // Cached layouts return without delay, so this loop must yield, too.
      await sliceEnded();
      checking.knownTexts.set(row, await checking.checkTexts(row, signal));
      ofRows[at] = resultOf(checking, row);
      if (isUpdateDue()) onUpdate({ ofRows: [...ofRows], isDone: true, texts: at + 1, milliseconds: null });
    }
  }
  onUpdate({ ofRows, isDone: true, texts: null, milliseconds: performance.now() - began });
}

/** Returns the memoized result of a row; null if it is not checked yet. */
function resultOf({ known, knownTexts }: Checking, row: TableRow): RowCheck | null {
  const check = known.get(row);
  if (check === undefined) return null;
  const ofTexts = knownTexts.get(row) ?? [];
  return ofTexts.length === 0 ? check : { ...check, problems: [...check.problems, ...ofTexts] };
}

function createUpdateTimer(began: number): () => boolean {
  let lastUpdate = began;
  return () => {
    const now = performance.now();
    if (now - lastUpdate <= UPDATE_MILLISECONDS) return false;
    lastUpdate = now;
    return true;
  };
}

/**
 * Removes repeated problems, and all but the first refusal of each cell. Several uses of a variable can refuse the same
 * value for different reasons, but the user needs only one. The copies for the items of a list repeat a problem whose
 * variable does not depend on the item.
 */
export function oneRefusalPerCell(problems: readonly RowProblem[]): readonly RowProblem[] {
  const refusedVariables = new Set<string>();
  const repeated = new Set<string>();
  const distinct = problems.flatMap((problem) => {
    const own = ofCell(problem);
    const key = JSON.stringify(own);
    if (own !== problem && repeated.has(key)) return [];
    repeated.add(key);
    return [own];
  });
  return distinct.filter(({ variable, says }) => {
    if (variable === null || refusedText(says) === null) return true;
    if (refusedVariables.has(variable)) return false;
    refusedVariables.add(variable);
    return true;
  });
}

/** Returns a problem of a cell. Item numbers remain only in the problem of a list. */
function ofCell(problem: RowProblem): RowProblem {
  const { variable, says } = problem;
  if (variable === null) return problem;
  if (hasCode(says, 'list/in-item') && !says.values.lists.includes(variable))
    return ofCell({ ...problem, says: says.values.problem as Message });
  if (!hasCode(says, 'list/others')) return problem;
  const one = says.values.problem as Message;
  const inner = ofCell({ ...problem, says: one });
  return inner.says === one ? problem : inner;
}
