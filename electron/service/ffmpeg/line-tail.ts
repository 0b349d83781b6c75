import { StringDecoder } from 'node:string_decoder';

const LINES_KEPT = 200;
const LONGEST_LINE = 500;

/** The last lines of a stream of text, in bounded memory whatever is written. */
export interface LineTail {
  push(chunk: Uint8Array): void;
  /** Oldest first, the unfinished last line included. */
  lines(): readonly string[];
}

/**
 * Keeps the last 200 lines, each cut to 500 characters and freed of control characters (a file's tags can hold escape
 * sequences).
 */
export function createLineTail(): LineTail {
  const decoder = new StringDecoder('utf8');
  const finished: string[] = [];
  let open = '';

  const finish = (line: string) => {
    const clean = printable(line).trimEnd();
    if (clean === '') return;
    finished.push(clean);
    if (finished.length > LINES_KEPT) finished.shift();
  };
  return {
    push: (chunk) => {
      const pieces = decoder.write(chunk).split(/[\r\n]/);
      const last = pieces.pop() ?? '';
      for (const piece of pieces) {
        finish(open + piece);
        open = '';
      }
      // One more than is shown, so that a line that never ends takes no memory and is still seen to be cut.
      open = (open + last).slice(0, LONGEST_LINE + 1);
    },
    lines: () => (open === '' ? [...finished] : [...finished, printable(open)].slice(-LINES_KEPT)),
  };
}

function printable(line: string): string {
  const cut = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
  return cut.replace(/[\p{Cc}\p{Cf}]/gu, '');
}
