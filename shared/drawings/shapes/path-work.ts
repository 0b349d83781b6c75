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
const OPERANDS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 };

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
    const count = OPERANDS[name] ?? 1;
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
