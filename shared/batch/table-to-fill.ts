import { isBrandVariable } from '../template/variables/variable-uses.ts';
import type { FilledVariable } from './row-values.ts';
import type { Table } from './table.ts';

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
