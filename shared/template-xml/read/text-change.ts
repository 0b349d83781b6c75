/** The difference between two texts: a removed range and its replacement. */
export interface TextChange {
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The number of UTF-16 units that are compared as a block, which is much faster than comparing single units. */
const BLOCK = 1_024;

/**
 * Returns the length of the common beginning, and the length of the common end of the remaining texts, in UTF-16 units.
 */
export function commonEnds(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start + BLOCK <= shorter && before.slice(start, start + BLOCK) === after.slice(start, start + BLOCK))
    start += BLOCK;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  const remaining = shorter - start;
  const sliceFromEnd = (text: string, from: number, to: number): string =>
    text.slice(text.length - to, text.length - from);
  let end = 0;
  while (end + BLOCK <= remaining && sliceFromEnd(before, end, end + BLOCK) === sliceFromEnd(after, end, end + BLOCK))
    end += BLOCK;
  while (end < remaining && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end += 1;
  return { start, end };
}

/** Returns the change from one text to another. */
export function changeBetween(before: string, after: string): TextChange {
  const { start, end } = commonEnds(before, after);
  return {
    start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

export function applyChange(text: string, { start, removed, inserted }: TextChange): string {
  return text.slice(0, start) + inserted + text.slice(start + removed.length);
}

/** Returns the change in the opposite direction. */
export function reversedChange({ start, removed, inserted }: TextChange): TextChange {
  return { start, removed: inserted, inserted: removed };
}
