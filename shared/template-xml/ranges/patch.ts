import type { TextRange } from './ranges.ts';

/** A range of a text and its replacement. */
export interface Patch extends TextRange {
  readonly replacement: string;
}

/**
 * Applies patches to a range of `text` and returns the new text of the range. Patches must not overlap. Insertions at
 * the same offset keep their order.
 */
export function applyPatches(text: string, range: TextRange, patches: readonly Patch[]): string {
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
