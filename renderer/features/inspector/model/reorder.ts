/** The top and the bottom of a box in a stack. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the gap that a pointer is in. Gap 0 is before the first box, and gap n is after the nth. A pointer before the
 * middle of a box is in the gap before it.
 */
export function gapAt(extents: readonly Extent[], y: number): number {
  const gap = extents.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return gap === -1 ? extents.length : gap;
}

/**
 * Returns the position of the line that marks a gap: above this box, or below the last one. Undefined if the line is
 * not at this box.
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
 * Returns the new index of a box that moves from index `from` to a gap; null if it stays. The index does not count the
 * box itself.
 */
export function targetIndex(from: number, gap: number): number | null {
  const index = gap > from ? gap - 1 : gap;
  return index === from ? null : index;
}
