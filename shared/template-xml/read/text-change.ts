/** What makes one text another: a stretch that goes, and what comes in its place. */
export interface TextChange {
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Compared at a time: far faster than unit by unit. */
const BLOCK = 1_024;

/** How much two texts have in common at their beginnings, and of the rest at their ends, in UTF-16 units. */
export function commonEnds(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start + BLOCK <= shorter && before.slice(start, start + BLOCK) === after.slice(start, start + BLOCK))
    start += BLOCK;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  const most = shorter - start;
  const behind = (text: string, from: number, to: number): string => text.slice(text.length - to, text.length - from);
  let end = 0;
  while (end + BLOCK <= most && behind(before, end, end + BLOCK) === behind(after, end, end + BLOCK)) end += BLOCK;
  while (end < most && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end += 1;
  return { start, end };
}

/** The one stretch in which two texts differ. */
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

/** What takes the change back. */
export function reversedChange({ start, removed, inserted }: TextChange): TextChange {
  return { start, removed: inserted, inserted: removed };
}
