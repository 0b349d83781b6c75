import type { ColumnUses } from '#shared/batch/match-columns.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import { cellEntryOf } from '../cells/cell-entry.ts';
import type { TableColumn } from '../cells/table-column.ts';

export const ROW_HEIGHT = 32;
/** The number of columns before the columns of the table: checkbox, number, status, and film check. */
export const OWN_COLUMNS = 4;

/** Room for “10 errors, 10 warnings” in German, which is longer than in English. */
const CHECK_WIDTH = 192;

const WIDTHS = {
  text: 'minmax(148px, 1fr)',
  media: 'minmax(224px, 1fr)',
  color: '104px',
  number: '88px',
  time: '88px',
  boolean: '80px',
} as const satisfies Record<VariableType, string>;
const MIN_WIDTHS = { text: 148, media: 224, color: 104, number: 88, time: 88, boolean: 80 } as const satisfies Record<
  VariableType,
  number
>;

export function tableColumns(
  names: readonly string[],
  uses: ColumnUses,
  variables: readonly Variable[],
): readonly TableColumn[] {
  return names.map((name, at) => {
    const variable = variables.find((each) => each.name === uses[at]) ?? null;
    return { name, variable, type: variable?.type ?? 'text', entry: cellEntryOf(variable) };
  });
}

/** Returns the value of `grid-template-columns`, and the width in pixels below which the table scrolls. */
export function gridTemplate(
  columns: readonly TableColumn[],
  rows: number,
): { readonly template: string; readonly least: number } {
  const number = 20 + 8 * Math.max(2, String(rows).length);
  const ownWidths = [36, number, 120, CHECK_WIDTH];
  return {
    template: [...ownWidths.map((width) => `${width}px`), ...columns.map(({ type }) => WIDTHS[type])].join(' '),
    least: [...ownWidths, ...columns.map(({ type }) => MIN_WIDTHS[type])].reduce((sum, width) => sum + width, 0),
  };
}
