import type { TextRange } from './ranges.ts';

/** A range of a text and its replacement. */
export interface Patch extends TextRange {
  readonly replacement: string;
}

/**
 * Returns a range of `text` with the patches inside it applied. Patches must not overlap; insertions at one offset keep
 * their order.
 */
export function patched(text: string, range: TextRange, patches: readonly Patch[]): string {
  const sorted = [...patches].sort((left, right) => left.start - right.start || left.end - right.end);
  const parts: string[] = [];
  let from = range.start;
  for (const { start, end, replacement } of sorted) {
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  parts.push(text.slice(from, range.end));
  return parts.join('');
}
