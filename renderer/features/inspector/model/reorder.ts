/** Where each of some stacked boxes begins and ends, from the top. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The gap that a pointer at `y` means among stacked boxes: 0 is before the first, their number behind the last. A box
 * gives way once its middle is passed.
 */
export function gapAt(extents: readonly Extent[], y: number): number {
  const gap = extents.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return gap === -1 ? extents.length : gap;
}

/** Where the line that marks the gap is drawn: above this box, or below the last. */
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

/** The index that a box taken from `from` has in that gap, counted without it; null where it would stay. */
export function targetIndex(from: number, gap: number): number | null {
  const index = gap > from ? gap - 1 : gap;
  return index === from ? null : index;
}
