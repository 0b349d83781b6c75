import type { z } from 'zod';
import { checkColumns } from '#shared/batch/check-columns.ts';
import { textsOfValue } from '#shared/batch/given-texts.ts';
import { joinLists, MAX_UNMATCHED } from '#shared/batch/joined-lists.ts';
import type { batchCalls } from '#shared/contract/calls/batches.ts';
import { message } from '#shared/messages/message.ts';
import { limits } from '#shared/template/document/limits.ts';
import { fieldIssue, refusal } from '../../errors/issues.ts';
import { type Issue, issueOf } from '../../errors/service-error.ts';
import type { Values } from '../../inspection/inspect-film.ts';

export type BatchBody = z.output<(typeof batchCalls)['startBatch']['body']['schema']>;

/** The code of a refused batch. */
export const INVALID = 'batch/invalid';
/** The maximum number of reported issues. A user corrects a few issues at a time. */
export const MAX_ISSUES = 1000;

/** The values of the rows of a batch, with the lists that second tables fill. */
export interface BatchValues {
  /** The values of each row. */
  readonly rows: readonly Values[];
  /** The columns of the rows that are keys of second tables. */
  readonly keys: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

/** Reads the values of all rows. Throws `batch/invalid` for a row with too many values, or a missing key column. */
export async function readBatchValues(body: BatchBody, yieldTurn: () => Promise<void>): Promise<BatchValues> {
  const joined = joinedLists(body);
  return { ...joined, rows: await valuesOf(body.rows, joined.values, yieldTurn) };
}

/** The values of lists that second tables fill. */
interface ListValues {
  /** The values of each row. */
  readonly values: readonly Values[];
  readonly keys: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

/** Throws `batch/invalid` for a key that no row of its table contains. */
function joinedLists({ rows, lists = {} }: BatchBody): ListValues {
  const values = rows.map((): Values[number][] => []);
  const issues: Issue[] = [];
  for (const [name, { rows: second, key, of }] of Object.entries(lists)) {
    requireColumn(rows, of, { list: name, path: `lists.${name}.of` });
    if (second.length > 0) requireColumn(second, key, { list: name, path: `lists.${name}.key` });
    const texts = second.map((row) =>
      Object.fromEntries(Object.entries(row).flatMap(([column, value]) => textsOfValue(column, value) ?? [])),
    );
    const keys = rows.map((row) => textsOfValue(of, row[of] ?? '')?.[0]?.[1]);
    const joined = joinLists(keys, texts, key);
    for (const [at, text] of joined.texts.entries()) if (rows[at]?.[name] === undefined) values[at]?.push([name, text]);
    const { unmatched } = joined;
    if (unmatched.length === 0) continue;
    const says = message('batch/unmatched-rows', {
      ...{ list: name, rows: unmatched.slice(0, MAX_UNMATCHED), count: unmatched.length },
    });
    issues.push(issueOf('variable/unused', says, { severity: 'warning', path: `lists.${name}.rows` }));
  }
  return { values, keys: new Set(Object.values(lists).map(({ of }) => of)), issues };
}

function requireColumn(
  rows: readonly Readonly<Record<string, unknown>>[],
  column: string,
  { list, path }: { readonly list: string; readonly path: string },
): void {
  if (rows.some((row) => Object.hasOwn(row, column))) return;
  const columns = Object.keys(rows[0] ?? {}).slice(0, MAX_UNMATCHED);
  throw refusal(INVALID, [fieldIssue(INVALID, path, message('batch/no-key-column', { list, column, columns }))]);
}

async function valuesOf(
  rows: BatchBody['rows'],
  lists: readonly Values[],
  yieldTurn: () => Promise<void>,
): Promise<readonly Values[]> {
  const values: Values[] = [];
  for (const [at, row] of rows.entries()) {
    const { length } = Object.keys(row);
    if (length > limits.givenValues) {
      const says = message('row/too-many-values', { row: at + 1, count: length, most: limits.givenValues });
      throw refusal(INVALID, [{ ...fieldIssue(INVALID, `rows[${at + 1}]`, says), line: at + 1 }]);
    }
    values.push([
      ...Object.entries(row).flatMap(([name, value]) => textsOfValue(name, value) ?? []),
      ...(lists[at] ?? []),
    ]);
    await yieldTurn();
  }
  return values;
}

/** Returns the warnings that concern all rows. A warning about a name refers to the first row that uses the name. */
export async function unusedInput(
  rows: readonly Values[],
  variables: readonly { readonly name: string; readonly default: string | null }[],
  inFileNames: ReadonlySet<string>,
  yieldTurn: () => Promise<void>,
): Promise<readonly Issue[]> {
  const firstRows = new Map<string, number>();
  const variableNames = new Set(variables.map(({ name }) => name));
  for (const [at, row] of rows.entries()) {
    // Limit the number of warnings, because each row can have other unused names.
    if (firstRows.size > variableNames.size + MAX_ISSUES) break;
    for (const [name] of row) if (!firstRows.has(name)) firstRows.set(name, at + 1);
    await yieldTurn();
  }
  const unmapped = [...firstRows.keys()].filter((name) => !variableNames.has(name)).slice(0, MAX_ISSUES);
  const check = checkColumns({ unmapped, inFileNames, variables, filled: new Set(firstRows.keys()) });
  return [
    ...check.columns.map(({ column, says }) => {
      const row = firstRows.get(column) ?? 1;
      return issueOf('variable/unused', says, {
        severity: 'warning',
        path: `rows[${row}].${column.slice(0, 255)}`,
        line: row,
      });
    }),
    ...check.variables.map(({ says }) => issueOf('variable/no-column', says, { severity: 'warning', path: 'rows' })),
  ];
}
