import type { TextRange } from './ranges.ts';

/** A stretch of a text, and what it becomes. */
export interface Patch extends TextRange {
  readonly replacement: string;
}

/** The stretch of `text` with the patches that lie in it. They do not overlap; insertions at one offset keep their order. */
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
