import type { DeclaredType } from '../template/tables/variable-attributes.ts';
import type { VariableType } from '../template/value-types/attribute-types.ts';
import type { ColumnUses } from './match-columns.ts';
import type { TableRow } from './table.ts';

/** What has to be known of a variable to fill it. */
export interface FilledVariable {
  readonly name: string;
  readonly type: VariableType;
  readonly default: string | null;
  /** What it is declared as, which goes before what its uses take it for. */
  readonly declaration?: { readonly type: DeclaredType | null } | null;
}

/** A row as values of variables. */
export interface RowValues {
  readonly values: ReadonlyMap<string, string>;
  /** Variables whose cell is empty and whose default holds. */
  readonly defaulted: readonly string[];
}

/**
 * The values that a row gives. An empty cell leaves the default; a text without one is empty, and anything else without
 * one lacks its value.
 */
export function rowValues(row: TableRow, uses: ColumnUses, variables: readonly FilledVariable[]): RowValues {
  const values = new Map<string, string>();
  const defaulted: string[] = [];
  for (const { name, type, declaration, default: fallback } of variables) {
    const column = uses.indexOf(name);
    if (column < 0) continue;
    const text = row[column] ?? '';
    // Around a text white space may be meant; around a number, a colour or a file's name it is a slip.
    const isText = (declaration?.type ?? type) === 'text';
    const value = isText ? text : text.trim();
    if (value.trim() !== '' || (isText && fallback === null)) values.set(name, value);
    else if (fallback !== null) defaulted.push(name);
  }
  return { values, defaulted };
}
