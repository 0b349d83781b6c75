import { type Message, message } from '../messages/message.ts';
import {
  type Cell,
  type CellRange,
  cellName,
  EMPTY_CELL,
  type Sheet,
  type SheetChoice,
  type SheetRow,
  TableError,
  type Workbook,
  workbookLimits,
} from '../tables/workbook.ts';
import type { ReadTable, ReadTableOptions, TableChoices } from './read-table.ts';
import { type TableRecord, type TypedCells, tableLimits, tableOfRecords } from './table.ts';

/** Returns the sheets, tables, and defined names of a workbook. */
function sheetChoices({ sheets, ranges }: Workbook): readonly SheetChoice[] {
  const hidden = new Set(sheets.flatMap((sheet) => (sheet.hidden ? [sheet.name] : [])));
  return [
    ...sheets.map((sheet) => ({ id: sheet.name, kind: 'sheet' as const, hidden: sheet.hidden })),
    ...ranges.map(({ kind, name, sheet }) => ({
      id: `${kind === 'table' ? TABLE : NAME}${name}`,
      kind,
      hidden: hidden.has(sheet),
    })),
  ];
}

const TABLE = '#Table:';
const NAME = '#Name:';

/** Reads the chosen sheet of a workbook as a table. Throws {@link TableError}. */
export async function readSheetTable(
  workbook: Workbook,
  choices: TableChoices,
  options: Pick<ReadTableOptions, 'columnName' | 'isList'>,
): Promise<ReadTable> {
  const sheets = sheetChoices(workbook);
  const { sheet, range, id } = chosenSheet(workbook, sheets, choices.sheet ?? null);
  const { rows, notes } = usedRows(await workbook.readSheet(sheet), range, choices);
  const { records, typed, headerLine } = recordsOf(rows, choices);
  const [, ...others] = records;
  const lines = headerLine === null ? records : others;
  const most = options.isList === true ? workbookLimits.listRows : tableLimits.rows;
  const columns = records[0]?.cells.length ?? 0;
  const refuse = (what: 'rows' | 'columns', limit: number): never => {
    throw new TableError('table/too-large', message('sheet/limit', { what, most: limit, place: id }));
  };
  if (lines.length > most) refuse('rows', most);
  if (columns > tableLimits.columns) refuse('columns', tableLimits.columns);
  if (lines.length === 0) throw new TableError('table/empty', message('sheet/no-rows', { sheet: id }));
  const { table, repeatedColumns } = tableOfRecords(records, headerLine !== null, options.columnName);
  const hasTyped = typed.some((cells) => cells !== null);
  return {
    table: hasTyped ? { ...table, typed: headerLine === null ? typed : typed.slice(1) } : table,
    ...{ ragged: [], blankLines: [], headerLine, repeated: [], repeatedColumns, otherMembers: [] },
    form: { encoding: null, delimiter: null, header: headerLine !== null, sheet: id },
    ...{ sheets, notes, lines: lines.map(({ line }) => line) },
  };
}

function chosenSheet(
  { sheets, ranges }: Workbook,
  choices: readonly SheetChoice[],
  requested: string | null,
): { readonly sheet: string; readonly range: CellRange | null; readonly id: string } {
  if (requested === null) {
    const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
    if (first === undefined) throw new TableError('table/empty', message('sheet/no-sheets'));
    return { sheet: first.name, range: null, id: first.name };
  }
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const name =
    requested.startsWith('#') && !choices.some(({ id }) => id === requested) ? requested.slice(1) : requested;
  const sheet = sheets.find((each) => each.name === name) ?? sheets.find((each) => same(each.name, name));
  if (sheet !== undefined) return { sheet: sheet.name, range: null, id: sheet.name };
  const kind = requested.startsWith(TABLE) ? 'table' : 'name';
  const range = ranges.find(
    (each) => each.kind === kind && same(each.name, requested.slice(kind === 'table' ? TABLE.length : NAME.length)),
  );
  if (range === undefined || !requested.startsWith('#')) {
    const offered = choices.filter(({ hidden }) => !hidden).map(({ id }) => id);
    throw new TableError(
      'table/no-sheet',
      message('sheet/missing', { name: requested, sheets: offered.slice(0, MAX_OFFERED) }),
    );
  }
  return { sheet: range.sheet, range: range.range, id: `${kind === 'table' ? TABLE : NAME}${range.name}` };
}

/** The maximum number of names in a message. */
const MAX_OFFERED = 20;

/** Returns the rows of a range without hidden rows, and with the values of merged cells if they are filled. */
function usedRows(
  sheet: Sheet,
  range: CellRange | null,
  choices: TableChoices,
): { readonly rows: readonly SheetRow[]; readonly notes: readonly Message[] } {
  const within =
    range === null ? sheet.rows : sheet.rows.filter(({ line }) => line >= range.top && line <= range.bottom);
  const filled = choices.merged === true ? withMerged(within, sheet.merged) : within;
  const cut =
    range === null ? filled : filled.map((row) => ({ ...row, cells: row.cells.slice(range.left - 1, range.right) }));
  const content = cut.filter(({ cells }) => cells.some(({ kind }) => kind !== 'empty'));
  const rows = choices.hidden === true ? content : content.filter(({ hidden }) => !hidden);
  const hiddenCount = content.length - rows.length;
  const merged = choices.merged === true ? [] : usedMerges(sheet, rows);
  const [first] = merged;
  return {
    rows,
    notes: [
      ...sheet.notes,
      ...(hiddenCount > 0 ? [message('sheet/hidden-rows', { sheet: sheet.name, count: hiddenCount })] : []),
      ...(first === undefined
        ? []
        : [
            message('sheet/merged', {
              sheet: sheet.name,
              count: merged.length,
              first: cellName(sheet.name, first.top, first.left),
            }),
          ]),
    ],
  };
}

/** Returns the merged cells whose first cell has a value. */
function usedMerges({ merged }: Sheet, rows: readonly SheetRow[]): readonly CellRange[] {
  const byLine = new Map(rows.map((row) => [row.line, row.cells]));
  return merged.filter(({ top, left }) => (byLine.get(top)?.[left - 1] ?? EMPTY_CELL).kind !== 'empty');
}

function withMerged(rows: readonly SheetRow[], merged: readonly CellRange[]): readonly SheetRow[] {
  const cellsByLine = new Map(rows.map((row) => [row.line, [...row.cells]]));
  let filled = 0;
  for (const { top, left, bottom, right } of merged) {
    const value = cellsByLine.get(top)?.[left - 1] ?? EMPTY_CELL;
    if (value.kind === 'empty') continue;
    for (let line = top; line <= Math.min(bottom, workbookLimits.sheetRows); line += 1) {
      const cells = cellsByLine.get(line);
      // An empty row stays empty and makes no film.
      if (cells === undefined) continue;
      for (let column = left; column <= right; column += 1) {
        filled += 1;
        if (filled > workbookLimits.cells) return rows;
        while (cells.length < column) cells.push(EMPTY_CELL);
        cells[column - 1] = value;
      }
    }
  }
  return rows.map((row) => ({ ...row, cells: cellsByLine.get(row.line) ?? row.cells }));
}

interface SheetRecords {
  readonly records: readonly TableRecord[];
  /** The values of each record whose text differs. */
  readonly typed: readonly (TypedCells | null)[];
  readonly headerLine: number | null;
}

function recordsOf(rows: readonly SheetRow[], choices: TableChoices): SheetRecords {
  const headerRow = choices.headerRow ?? null;
  const from = headerRow === null ? rows : rows.filter(({ line }) => line >= headerRow);
  const columns = usedColumns(from);
  const records = from.map(({ line, cells }) => ({ line, cells: columns.map((at) => shownText(cells[at])) }));
  const typed = from.map(({ cells }) => typedCells(cells, columns));
  return { records, typed, headerLine: choices.header !== false ? (records[0]?.line ?? null) : null };
}

/** Returns the indexes of the columns with content. */
function usedColumns(rows: readonly SheetRow[]): readonly number[] {
  const used: boolean[] = [];
  for (const { cells } of rows) for (const [at, { kind }] of cells.entries()) if (kind !== 'empty') used[at] = true;
  return Array.from(used, (isUsed, at) => (isUsed === true ? at : -1)).filter((at) => at >= 0);
}

function shownText(cell: Cell | undefined): string {
  return cell === undefined || cell.kind === 'empty' ? '' : cell.shown;
}

function typedCells(cells: readonly Cell[], columns: readonly number[]): TypedCells | null {
  const typed: Record<number, string> = {};
  let hasSome = false;
  for (const [column, at] of columns.entries()) {
    const cell = cells[at];
    if (cell === undefined || !('value' in cell) || cell.value === cell.shown) continue;
    typed[column] = cell.value;
    hasSome = true;
  }
  return hasSome ? typed : null;
}
