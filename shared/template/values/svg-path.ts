import { err, ok, type Result } from '../../lib/result.ts';
import { DECIMAL, partsOf } from './lengths.ts';

/** Characters of path data, and the largest number in it. */
const pathLimits = { length: 262_144, number: 1_000_000 } as const;

/** Numbers that each command takes, once or several times (SVG 2, 9.3). `f` is a flag. */
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
 * Reads SVG path data (SVG 2, 9.3.9) and writes it again, every number apart, so that nobody who reads it has a question left.
 * The error is the place, in UTF-16 units, of what cannot be read, or of a number that is too large.
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

/** Reads a command with all its numbers; answers the place of a fault. */
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
  // A comma stands between numbers and never behind the last.
  return /,[\t\n\f\r ]*$/.test(data.slice(start, reader.at)) ? reader.at : null;
}

/** What stands at the place and matches; the place is then behind it. */
function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const taken = pattern.exec(reader.data)?.[0] ?? null;
  if (taken !== null) reader.at += taken.length;
  return taken;
}

/** Pairs of lines that share a height may cross, and each crossing costs; so does every row of pixels of every line. */
const MOST_PAIRS = 4_000_000;
const MOST_ROWS = 4_000_000;
/** No drawing has more rows. */
const LARGEST_SIDE = 8192;

/** The heights between which a line lies. */
interface Heights {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether drawing a path would take much longer than a second: thousands of its lines lie beside one another at the same
 * height. A path of as many lines that lie one above another, such as a coast, is drawn at once.
 * @param path As `readPathData` writes it.
 */
export function isTangled(path: string): boolean {
  const lines = linesOf(path);
  const rows = lines.reduce((sum, { from, to }) => sum + Math.min(to - from, LARGEST_SIDE), 0);
  return rows > MOST_ROWS || pairsOf(lines) > MOST_PAIRS;
}

/** How many pairs of lines have a height in common. */
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

/** Where in its operands a command has heights; of an arc its end, and how far it may reach beyond. */
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

/** The lines of a path, curves as those between their points. Lines on one height cost nothing that counts. */
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

/** Path data of a closed polygon through points that stand with `;` or white space between; null where they cannot be read. */
export function polygonData(text: string): string | null {
  const numbers = partsOf(text.replaceAll(';', ' '));
  if (numbers.length < 6 || numbers.length % 2 !== 0 || !numbers.every((each) => POINTS.test(each))) return null;
  const points = numbers.flatMap((across, index) => (index % 2 === 0 ? [`${across} ${numbers[index + 1]}`] : []));
  const data = `M ${points.join(' L ')} Z`;
  // What is too long or too large is not drawn.
  return readPathData(data).ok ? data : null;
}
