import { type Message, message } from '#shared/messages/message.ts';
import { fieldIssue } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { RowInspection, Values } from '../../inspection/inspect-film.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import type { InputFinder, Inputs } from '../accept/render-inputs.ts';

/** A template and the rows of values for it. */
export interface RowsToCheck {
  readonly xml: string;
  readonly rowCount: number;
  /**
   * Returns the values of a row by its index. Called slice by slice, because collecting the values of 10,000 wide rows
   * at once would block other requests.
   */
  readonly valuesAt: (index: number) => Values;
  readonly finder: InputFinder;
  readonly inspector: MovieInspector;
  /** Whether the films get a package. The sources of the package must exist. */
  readonly isPackaged?: boolean;
  readonly signal?: AbortSignal;
}

/** An error of a row, with the column of the variable that causes it. */
export interface RowProblem {
  readonly code: string;
  readonly says: Message;
  readonly column: string | null;
}

export interface RowCheck extends Pick<RowInspection, 'totalFrames' | 'size' | 'language'> {
  readonly problems: readonly RowProblem[];
  readonly inputs: Inputs;
}

/** The number of rows per message to the thread that reads templates. */
const SLICE = 200;

/**
 * Checks rows one after another. Parses the template only once and lets other requests run in between. Yields the index
 * of each row, starting at 0, with its result.
 */
export async function* checkRows({
  xml,
  rowCount,
  valuesAt,
  finder,
  inspector,
  isPackaged = false,
  signal,
}: RowsToCheck): AsyncGenerator<readonly [index: number, check: RowCheck]> {
  const yieldTurn = yieldRegularly(signal);
  for (let start = 0; start < rowCount; start += SLICE) {
    const length = Math.min(SLICE, rowCount - start);
    const rows = Array.from({ length }, (_, offset) => valuesAt(start + offset));
    await yieldTurn();
    for (let done = 0; done < length; )
      for (const row of await inspector.rows(xml, rows.slice(done), isPackaged)) {
        yield [start + done, checkRow(row, finder)];
        done += 1;
        await yieldTurn();
      }
  }
}

function checkRow({ errors, sources, ...film }: RowInspection, finder: InputFinder): RowCheck {
  const problems: RowProblem[] = [...errors];
  const inputs = new Map<string, BlobDigest>();
  for (const { source, code, column } of sources) {
    const asset = finder.find(source);
    if (asset === null) continue;
    if (asset.sha256 !== null) inputs.set(asset.key, asset.sha256);
    else problems.push({ code, says: finder.messageFor(source), column });
  }
  return { ...film, problems, inputs };
}

/** Returns the issue for a problem of a row, at the column of the variable that causes it. */
export function rowIssue({ code, says, column }: RowProblem, row: number): Issue {
  const path = column === null ? `rows[${row}]` : `rows[${row}].${column}`;
  return { ...fieldIssue(code, path, message('batch/row', { row, column, problem: says })), line: row };
}
