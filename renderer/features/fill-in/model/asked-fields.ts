import { inAskedOrder } from '#renderer/common/values/asked.ts';
import type { VariableRow } from '#renderer/common/values/variable-rows.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { isUsed, type Variable } from '#shared/template/variables/variables.ts';

/** How a photo is cut by a variable of its own. */
export interface Cutting {
  readonly kind: 'crop' | 'focus';
  readonly row: VariableRow;
  /** The layer that has both. */
  readonly node: NodeId;
}

/** A variable as the form asks for it. */
export interface AskedField {
  readonly row: VariableRow;
  readonly variable: Variable;
  /** What of a photo is seen, where another variable says so: it is asked for at the photo. Null for all others. */
  readonly cutting: Cutting | null;
}

/**
 * What a form asks for: the variables that a film shows, but for those that only say how a photo is cut, which are asked
 * for beside the photo. `declared` are names in the order in which they are to be asked; the others follow.
 */
export function askedFields(rows: readonly VariableRow[], declared: Iterable<string> = []): readonly AskedField[] {
  const asked = inAskedOrder(
    rows.filter(({ variable }) => isUsed(variable)),
    declared,
  );
  const cuttings = new Map(asked.map((row) => [row.variable.name, cuttingOf(row.variable, asked)]));
  const taken = new Set([...cuttings.values()].flatMap((cutting) => cutting?.row.variable.name ?? []));
  return asked
    .filter(({ variable }) => !taken.has(variable.name))
    .map((row) => ({ row, variable: row.variable, cutting: cuttings.get(row.variable.name) ?? null }));
}

/** The variable that stands alone in `crop` or `focus` of an element whose file a variable names; `crop` goes first. */
function cuttingOf(photo: Variable, rows: readonly VariableRow[]): Cutting | null {
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

/** How many characters a text may still have; negative where it has too many, null where nothing bounds it. */
export function charactersLeft({ variable, value }: VariableRow): number | null {
  const most = variable.declaration?.maxlength ?? null;
  return most === null ? null : most - [...(value ?? '')].length;
}
