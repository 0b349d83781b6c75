import { parseColor } from '../template/values/color.ts';
import { foldName } from './match-columns.ts';
import type { TableRecord } from './table.ts';

export const delimiters = [',', ';', '|', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

const EXAMINED_LINES = 30;

/**
 * Guesses the delimiter of a file. Chooses the delimiter that divides most of the first lines into the same number of
 * cells, or the one with more cells if two are equal. Ignores quoted text. The default is a comma.
 */
export function guessDelimiter(text: string): Delimiter {
  const lines = firstLines(text);
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: ',', score: 0 };
  // Test the comma last: it must exceed the scores of the others, because it also occurs in sentences.
  for (const delimiter of delimiters.toReversed()) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const byCount = Map.groupBy(
      counts.filter((count) => count > 0),
      (count) => count,
    );
    const [usual] = [...byCount].sort((left, right) => right[1].length - left[1].length || right[0] - left[0]);
    if (usual === undefined) continue;
    // The number of equal lines has the highest weight. The number of cells resolves ties.
    const score = usual[1].length * 1000 + Math.min(usual[0], 999);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Removes quoted text, because its line breaks and delimiters are content. Returns the first lines of the rest. */
function firstLines(text: string): readonly string[] {
  return text
    .slice(0, 64 * 1024)
    .replaceAll(/"(?:[^"]|"")*(?:"|$)/g, '"')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, EXAMINED_LINES);
}

/**
 * Guesses whether the first record is the header. A cell with the name of a variable makes it the header. Otherwise, each
 * cell with text must look like a name. With empty or repeated cells, no column may contain its name again.
 */
export function guessHeader(records: readonly TableRecord[], variables: readonly string[]): boolean {
  const [first, ...others] = records;
  if (first === undefined) return true;
  const names = new Set(variables.map(foldName));
  if (first.cells.some((cell) => cell.trim() !== '' && names.has(foldName(cell)))) return true;
  const cells = first.cells.map((cell) => cell.trim());
  const named = cells.filter((cell) => cell !== '');
  const distinct = new Set(named);
  if (others.length === 0 || named.length === 0 || named.some(looksLikeValue)) return false;
  if (distinct.size === cells.length) return true;
  const isAgain = (cell: string, at: number) => cell !== '' && cell === cells[at];
  const hasAgain = others
    .slice(0, EXAMINED_LINES)
    .some((record) => record.cells.some((cell, at) => isAgain(cell.trim(), at)));
  return !hasAgain && (distinct.size > 1 || distinct.size === named.length);
}

function looksLikeValue(cell: string): boolean {
  return (
    /^[+-]?[\d.,]+\s*%?$/.test(cell) ||
    /^(?:true|false|yes|no|on|off)$/i.test(cell) ||
    /\.[a-z0-9]{2,4}$/i.test(cell) ||
    (cell.startsWith('#') && parseColor(cell).ok) ||
    cell.includes('\n') ||
    cell.length > 60
  );
}
