import { hasCode, type Message, message } from '#shared/messages/message.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { CellEntry } from './cell-entry.ts';

/** The names that a table gives to columns without a name, in the languages of the interface. */
const UNNAMED = /^(?:Column|Spalte) ([1-9]\d*)$/;

/**
 * Returns the displayed names of columns. The name of a column without a written name is in the language of the
 * interface, also if the table was read in another one. `nameOf` returns the name of a column by its number, from 1.
 */
export function columnLabels(columns: readonly string[], nameOf: (number: number) => string): readonly string[] {
  const taken = new Set(columns);
  return columns.map((name, at) => {
    const label = Number(UNNAMED.exec(name)?.[1]) === at + 1 ? nameOf(at + 1) : name;
    return taken.has(label) ? name : label;
  });
}

/** Returns a message about an unused column with the displayed name of the column. */
export function withColumnLabel(says: Message, labelOf: (column: string) => string): Message {
  if (!hasCode(says, 'batch/unused-column')) return says;
  return message('batch/unused-column', { ...says.values, column: labelOf(says.values.column) });
}

export interface TableColumn {
  /** The displayed name. */
  readonly name: string;
  /** The variable of the column; null if the column is used only in file names. */
  readonly variable: Variable | null;
  /** The type of the variable; `text` if the column is used only in file names. */
  readonly type: VariableType;
  /** The kind of input of the cells. */
  readonly entry: CellEntry;
}
