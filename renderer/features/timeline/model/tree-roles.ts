import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';

/**
 * The ARIA role of the tree. HTML table elements are unsuitable, because scenes are side by side, with widths that
 * depend on their durations.
 */
export const TREE = { role: 'treegrid' } as const;
/** The ARIA role of the rows. They are outside the element of the tree, which refers to them with `aria-owns`. */
export const ROWS = { role: 'rowgroup' } as const;
export const CELL = { role: 'gridcell' } as const;

export interface RowState {
  /**
   * The level in the tree: 1 for scenes, sounds, and overlays of the movie, 2 for layers, 3 for effects and properties.
   */
  readonly level: number;
  readonly selected: boolean;
  readonly label: string;
  /** Whether the row is expanded; undefined if it has no child rows. */
  readonly expanded?: boolean | undefined;
  /** The position among the scenes, from 1; undefined for rows. */
  readonly index?: number;
}

/** Returns the ARIA attributes of a row. */
export function rowProps({ level, selected, label, expanded, index }: RowState) {
  return {
    role: 'row',
    'aria-level': level,
    'aria-selected': selected,
    'aria-label': label,
    'aria-expanded': expanded,
    'aria-rowindex': index,
  } as const;
}

/** The indent in pixels per level: `INDENT` for the first three levels, and `LESS_INDENT` for deeper ones. */
const INDENT = 12;
const LESS_INDENT = 4;

/** Returns the indent of a row in pixels. */
export function indentOf({ depth }: { readonly depth: number }): number {
  return Math.min(depth, 3) * INDENT + Math.max(0, depth - 3) * LESS_INDENT;
}

/**
 * Returns the scene that is the tab stop: the focused scene, or else the selected or the first one. Null for a movie
 * without scenes.
 */
export function tabStopOf(
  { scenes }: { readonly scenes: readonly Scene[] },
  focus: NodeId | null,
  selected: readonly NodeId[],
): NodeId | null {
  const existing = (id: NodeId | null | undefined) => (scenes.some((scene) => scene.id === id) ? (id ?? null) : null);
  return existing(focus) ?? existing(selected[0]) ?? scenes[0]?.id ?? null;
}
