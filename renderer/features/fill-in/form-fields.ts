import { inDeclaredOrder, type VariableRow } from '#renderer/project/variable-rows.ts';
import { isUsed, type Variable } from '#shared/resolve/variables.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** The variable for the visible part of a photo, with the attribute that it sets. */
export interface PhotoCrop {
  readonly kind: 'crop' | 'focus';
  readonly row: VariableRow;
  /** The layer of the photo. */
  readonly node: NodeId;
}

/** A variable as a field of the form. */
export interface FormField {
  readonly row: VariableRow;
  readonly variable: Variable;
  /**
   * The variable for the visible part of the photo; null if there is none. The user edits it together with the photo.
   */
  readonly cutting: PhotoCrop | null;
}

/**
 * Returns the fields of a form, one per used variable. A variable for the visible part of a photo belongs to the
 * photo's field. The fields are in the order of `declared`; other variables follow.
 */
export function formFields(rows: readonly VariableRow[], declared: Iterable<string> = []): readonly FormField[] {
  const usedRows = inDeclaredOrder(
    rows.filter(({ variable }) => isUsed(variable)),
    declared,
  );
  const cuttings = new Map(usedRows.map((row) => [row.variable.name, cuttingOf(row.variable, usedRows)]));
  const cropVariables = new Set([...cuttings.values()].flatMap((cutting) => cutting?.row.variable.name ?? []));
  return usedRows
    .filter(({ variable }) => !cropVariables.has(variable.name))
    .map((row) => ({ row, variable: row.variable, cutting: cuttings.get(row.variable.name) ?? null }));
}

/**
 * Returns the variable for the visible part of a photo; null if there is none. The variable must be the complete value
 * of `crop` or `focus` on an element that uses the photo variable as its source. `crop` has priority.
 */
function cuttingOf(photo: Variable, rows: readonly VariableRow[]): PhotoCrop | null {
  const nodes = new Set(photo.uses.filter(({ source, whole }) => source !== null && whole).map(({ node }) => node));
  if (nodes.size === 0) return null;
  for (const kind of ['crop', 'focus'] as const) {
    for (const row of rows) {
      const use = row.variable.uses.find((each) => each.attribute === kind && each.whole && nodes.has(each.node));
      if (use !== undefined) return { kind, row, node: use.node };
    }
  }
  return null;
}

/**
 * Returns the number of characters (code points) that can still be typed. The number is negative if the text is too
 * long. Null without a limit.
 */
export function charactersLeft({ variable, value }: VariableRow): number | null {
  const most = variable.declaration?.maxlength ?? null;
  return most === null ? null : most - [...(value ?? '')].length;
}
