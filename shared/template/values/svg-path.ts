import { err, ok, type Result } from '../../lib/result.ts';
import { DECIMAL, partsOf } from './lengths.ts';

/** The outline of a shape in pixels. The origin of a path is the upper left corner of the box. */
export type Outline =
  | { readonly kind: 'rectangle'; readonly radius: number }
  | { readonly kind: 'ellipse' }
  /** SVG path data, filled with the nonzero rule. */
  | { readonly kind: 'path'; readonly data: string };

/** The maximum number of characters of path data, and the maximum absolute value of its numbers. */
const pathLimits = { length: 262_144, number: 1_000_000 } as const;

/** The operands of each command (SVG 2, 9.3): `n` is a number, `f` is a flag. The operands can repeat as a group. */
const OPERANDS: Readonly<Record<string, string>> = {
  M: 'nn',
  L: 'nn',
  H: 'n',
  V: 'n',
  C: 'nnnnnn',
  S: 'nnnn',
  Q: 'nnnn',
  T: 'nn',
  A: 'nnnffnn',
  Z: '',
};

const SPACE = /[\t\n\f\r ]*/y;
const COMMA = /[\t\n\f\r ]*,?[\t\n\f\r ]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const FLAG = /[01]/y;

/**
 * Parses SVG path data (SVG 2, 9.3.9). Returns it in a canonical form, with spaces between all numbers. The error is an
 * offset in UTF-16 units: the first invalid command or number, the first number beyond the limit, or the maximum
 * length.
 */
export function readPathData(data: string): Result<string, number> {
  if (data.length > pathLimits.length) return err(pathLimits.length);
  const reader: Reader = { data, at: 0 };
  const parts: string[] = [];
  take(reader, SPACE);
  while (reader.at < data.length || parts.length === 0) {
    const fault = readCommand(reader, parts);
    if (fault !== null) return err(fault);
    take(reader, SPACE);
  }
  return ok(parts.join(' '));
}

interface Reader {
  readonly data: string;
  at: number;
}

/** Reads a command with all its operands. Returns the offset of an error, or null. */
function readCommand(reader: Reader, parts: string[]): number | null {
  const { data, at: start } = reader;
  const command = data[start] ?? '';
  const operands = OPERANDS[command.toUpperCase()];
  if (operands === undefined || (parts.length === 0 && command.toUpperCase() !== 'M')) return start;
  reader.at += 1;
  parts.push(command);
  take(reader, SPACE);
  if (operands === '') return null;
  do {
    for (const operand of operands) {
      const place = reader.at;
      const text = take(reader, operand === 'f' ? FLAG : NUMBER);
      if (text === null || Math.abs(Number(text)) > pathLimits.number) return place;
      parts.push(text);
      take(reader, COMMA);
    }
  } while (/[\d.+-]/.test(data[reader.at] ?? ''));
  // A comma must be between two numbers. It cannot follow the last number.
  return /,[\t\n\f\r ]*$/.test(data.slice(start, reader.at)) ? reader.at : null;
}

/**
 * Returns the text that matches at the current position, and moves the position behind the match. Returns null without
 * a match.
 */
function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const text = pattern.exec(reader.data)?.[0] ?? null;
  if (text !== null) reader.at += text.length;
  return text;
}

/**
 * The maximum number of line pairs that overlap vertically. The time for drawing increases with the crossings of lines
 * at the same height, and with the pixel rows of each line.
 */
const MAX_PAIRS = 4_000_000;
const MAX_ROWS = 4_000_000;
/** The maximum height of a drawing in pixels. */
const MAX_HEIGHT = 8192;

/** The vertical extent of a line. */
interface Heights {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns whether drawing a path would take much longer than a second because too many of its lines overlap vertically
 * or are high. Paths with few overlaps, such as coastlines, are fast.
 * @param path Path data in the form that `readPathData` returns.
 */
export function isTangled(path: string): boolean {
  const lines = linesOf(path);
  const rows = lines.reduce((sum, { from, to }) => sum + Math.min(to - from, MAX_HEIGHT), 0);
  return rows > MAX_ROWS || pairsOf(lines) > MAX_PAIRS;
}

/** Returns the number of line pairs that overlap vertically. */
function pairsOf(lines: readonly Heights[]): number {
  const begins = Float64Array.from(lines, ({ from }) => from).sort();
  const ends = Float64Array.from(lines, ({ to }) => to).sort();
  let [pairs, ended] = [0, 0];
  for (const [begun, from] of begins.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) < from) ended += 1;
    pairs += begun - ended;
  }
  return pairs;
}

/** The indexes of the y coordinates among the operands of a command. For an arc, only the index of its end point. */
const HEIGHTS: Readonly<Record<string, readonly number[]>> = {
  M: [1],
  L: [1],
  V: [0],
  C: [1, 3, 5],
  S: [1, 3],
  Q: [1, 3],
  T: [1],
  A: [6],
  H: [],
};
const OPERAND_COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 };

/**
 * Returns the vertical extents of the lines of a path. A curve counts as the lines between its control points. An arc
 * counts with a margin of its diameter around its end points. Horizontal lines are skipped, because their cost is
 * small.
 */
function linesOf(path: string): readonly Heights[] {
  const lines: Heights[] = [];
  let [at, command] = [0, 'M'];
  const words = path.split(' ');
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? '';
    if (/[a-z]/i.test(word)) {
      command = word;
      index += 1;
      continue;
    }
    const name = command.toUpperCase();
    const count = OPERAND_COUNTS[name] ?? 1;
    const numbers = words.slice(index, index + count).map(Number);
    const start = command === name ? 0 : at;
    for (const place of HEIGHTS[name] ?? []) {
      const next = start + (numbers[place] ?? 0);
      const beyond = name === 'A' ? 2 * Math.max(Math.abs(numbers[0] ?? 0), Math.abs(numbers[1] ?? 0)) : 0;
      lines.push({ from: Math.min(at, next) - beyond, to: Math.max(at, next) + beyond });
      at = next;
    }
    index += count;
  }
  return lines;
}

const POINTS = new RegExp(`^${DECIMAL}$`);

/**
 * Converts points separated by `;` or white space to the path data of a closed polygon. Returns null for invalid
 * points.
 */
export function polygonData(text: string): string | null {
  const numbers = partsOf(text.replaceAll(';', ' '));
  if (numbers.length < 6 || numbers.length % 2 !== 0 || !numbers.every((number) => POINTS.test(number))) return null;
  const points = numbers.flatMap((across, index) => (index % 2 === 0 ? [`${across} ${numbers[index + 1]}`] : []));
  const data = `M ${points.join(' L ')} Z`;
  // Refuse polygons that exceed the limits of path data.
  return readPathData(data).ok ? data : null;
}
