import { isBrandVariable } from '../template/variables/variable-uses.ts';
import type { FilledVariable } from './row-values.ts';
import type { Table } from './table.ts';

/**
 * A table that shows what a template asks for: a column for each of its variables, and a row of what they say by
 * default. What the brand of the project gives has no column. Null where nothing is asked for.
 */
export function tableToFill(variables: readonly FilledVariable[]): Table | null {
  const asked = variables.filter(({ name }) => !isBrandVariable(name));
  if (asked.length === 0) return null;
  return { columns: asked.map(({ name }) => name), rows: [asked.map((variable) => variable.default ?? '')] };
}
