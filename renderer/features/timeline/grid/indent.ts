/** Pixels by which what stands in a group is indented, and by which from the fourth group on. */
const INDENT = 12;
const LESS_INDENT = 4;

/** Pixels by which a row is indented. */
export function indentOf({ depth }: { readonly depth: number }): number {
  return Math.min(depth, 3) * INDENT + Math.max(0, depth - 3) * LESS_INDENT;
}
