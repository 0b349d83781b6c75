import type { Variable } from '#shared/resolve/variables.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { CellEntry } from './cell-entry.ts';

export interface TableColumn {
  readonly name: string;
  /** The variable of the column; null if the column is used only in file names. */
  readonly variable: Variable | null;
  /** The type of the variable; `text` if the column is used only in file names. */
  readonly type: VariableType;
  /** The kind of input of the cells. */
  readonly entry: CellEntry;
}
