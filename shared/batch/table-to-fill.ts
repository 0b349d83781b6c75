import { isBrandVariable } from '../template/variables/variable-uses.ts';
import type { FilledVariable } from './row-values.ts';
import type { Table } from './table.ts';

/**
 * Returns an example table of a template: one column per variable, and a row with the defaults. Brand variables have no
 * column. Returns null if the template has no other variables.
 */
export function tableToFill(variables: readonly FilledVariable[]): Table | null {
  const asked = variables.filter(({ name }) => !isBrandVariable(name));
  if (asked.length === 0) return null;
  return { columns: asked.map(({ name }) => name), rows: [asked.map((variable) => variable.default ?? '')] };
}
