/** A piece of a text, all of which was found or none of it. */
export interface MarkedRun {
  /** Of its first letter in the whole text. */
  readonly start: number;
  readonly isMarked: boolean;
  readonly text: string;
}

/**
 * Takes a text apart where letters that were found meet others: as few pieces as there can be.
 * @param positions Of the letters that were found.
 */
export function markedRuns(text: string, positions: readonly number[]): readonly MarkedRun[] {
  const found = new Set(positions);
  const letters = Array.from({ length: text.length }, (_, at) => at);
  const starts = letters.filter((at) => at === 0 || found.has(at) !== found.has(at - 1));
  return starts.map((start, index) => ({
    start,
    isMarked: found.has(start),
    text: text.slice(start, starts[index + 1] ?? text.length),
  }));
}
