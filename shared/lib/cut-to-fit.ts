/**
 * Divides `count` items, such as words, into ranges that fit. Each range gets as many items as fit, starting with the
 * first item. A range that fits as a whole is not divided. An item that does not fit alone becomes a separate range.
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
