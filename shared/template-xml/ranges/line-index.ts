export interface LinePosition {
  /** The line, counted from 1. */
  readonly line: number;
  /** The column, counted from 1 in UTF-16 units. */
  readonly column: number;
}

const BYTE_ORDER_MARK = 0xfeff;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Returns a function that converts offsets to lines and columns. A line ends with LF, CR LF, or a single CR. A byte
 * order mark at the beginning has no column, because editors hide it.
 */
export function lineIndex(text: string): (offset: number) => LinePosition {
  const starts = lineStarts(text);
  const mark = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  return (offset) => {
    const line = lastAtMost(starts, offset);
    const column = offset - (starts[line] ?? 0) + 1;
    return { line: line + 1, column: line === 0 ? Math.max(1, column - mark) : column };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === LINE_FEED) starts.push(offset + 1);
    else if (unit === CARRIAGE_RETURN && text.charCodeAt(offset + 1) !== LINE_FEED) starts.push(offset + 1);
  }
  return starts;
}

/**
 * Returns the index of the last number that is at most `limit`. The numbers are ascending, and the first one is at most
 * `limit`.
 */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
