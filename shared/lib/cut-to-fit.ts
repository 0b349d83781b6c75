/**
 * Cuts `count` items, such as words, into ranges that fit, item by item from the first. A range that fits as a whole stays whole. An item
 * that does not fit is a range of its own.
 */
export function cutToFit(
  count: number,
  fits: (from: number, to: number) => boolean,
): readonly { readonly from: number; readonly to: number }[] {
  if (fits(0, count)) return [{ from: 0, to: count }];
  const ranges: { from: number; to: number }[] = [];
  let from = 0;
  while (from < count) {
    let to = from + 1;
    while (to < count && fits(from, to + 1)) to += 1;
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
