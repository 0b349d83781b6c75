/** The vertical extent of a box in a stack. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the index of the gap at a pointer position. Gap n is before the box with index n. A pointer in the upper half
 * of a box is in the gap before the box.
 */
export function gapAt(extents: readonly Extent[], y: number): number {
  const gap = extents.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return gap === -1 ? extents.length : gap;
}

/**
 * Returns where a box shows the line that marks the target gap: above the box, or below the last box. Undefined if
 * another box shows the line, or if the drop would change nothing.
 */
export function markOf(
  reordering: { readonly from: number; readonly gap: number } | null,
  index: number,
  count: number,
): 'above' | 'below' | undefined {
  if (reordering === null || reordering.gap === reordering.from || reordering.gap === reordering.from + 1)
    return undefined;
  if (reordering.gap === index) return 'above';
  return reordering.gap === count && index === count - 1 ? 'below' : undefined;
}

/**
 * Returns the new index of a box that moves from index `from` to a gap. The index refers to the list without the box.
 * Null if the box stays in place.
 */
export function targetIndex(from: number, gap: number): number | null {
  const index = gap > from ? gap - 1 : gap;
  return index === from ? null : index;
}
