import type { DeclaredType } from '../template/tables/variable-attributes.ts';
import type { VariableType } from '../template/value-types/attribute-types.ts';
import { isBrandVariable } from '../template/variables/variable-uses.ts';
import type { ColumnUses } from './match-columns.ts';
import { filledRows, type Table, type TableRow } from './table.ts';

/** The facts about a variable that are needed to fill it. */
export interface FilledVariable {
  readonly name: string;
  readonly type: VariableType;
  readonly default: string | null;
  /** The declaration of the variable. The declared type takes precedence over the type that follows from the uses. */
  readonly declaration?: { readonly type: DeclaredType | null } | null;
}

/** A row as values of variables. */
export interface RowValues {
  readonly values: ReadonlyMap<string, string>;
  /** Variables whose cell is empty, so their default applies. */
  readonly defaulted: readonly string[];
}

/**
 * Returns the values of a row. For an empty cell, the default applies. Without a default, a text variable is empty, and
 * any other variable has no value.
 */
export function rowValues(row: TableRow, uses: ColumnUses, variables: readonly FilledVariable[]): RowValues {
  const values = new Map<string, string>();
  const defaulted: string[] = [];
  for (const { name, type, declaration, default: fallback } of variables) {
    const column = uses.indexOf(name);
    if (column < 0) continue;
    const text = row[column] ?? '';
    // Trim numbers, colors, and file names: white space around them is a typing error. In a text, it can be
    // intended.
    const isText = (declaration?.type ?? type) === 'text';
    const value = isText ? text : text.trim();
    if (value.trim() !== '' || (isText && fallback === null)) values.set(name, value);
    else if (fallback !== null) defaulted.push(name);
  }
  return { values, defaulted };
}

/**
 * Converts the cells of a table for its variables. A variable of type text gets the displayed text of a cell, and any
 * other variable gets the value, such as `1234.5`. Columns without a variable keep their text.
 */
export function tableForVariables(table: Table, uses: ColumnUses, variables: readonly FilledVariable[]): Table {
  if (table.typed === undefined) return table;
  const texts = uses.map((use) => {
    const variable = variables.find(({ name }) => name === use);
    return variable === undefined || (variable.declaration?.type ?? variable.type) === 'text';
  });
  return { ...table, rows: filledRows(table, (column) => texts[column] ?? true) };
}

/**
 * Returns an example table of a template: one column per variable, and a row with the defaults. Brand variables have no
 * column. Returns null if the template has no other variables.
 */
export function exampleTable(variables: readonly FilledVariable[]): Table | null {
  const columnVariables = variables.filter(({ name }) => !isBrandVariable(name));
  if (columnVariables.length === 0) return null;
  return {
    columns: columnVariables.map(({ name }) => name),
    rows: [columnVariables.map((variable) => variable.default ?? '')],
  };
}
