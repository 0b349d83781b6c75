import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { Variable } from '#shared/template/variables/variables.ts';
import type { CellEntry } from './cell-entry.ts';

/** A column as the table draws it. */
export interface TableColumn {
  readonly name: string;
  /** The variable that it fills; null for one of file names only. */
  readonly variable: Variable | null;
  /** `text` for one of file names only. */
  readonly type: VariableType;
  /** How its cells are filled in. */
  readonly entry: CellEntry;
}
