import { err, ok, type Result } from '../lib/result.ts';
import type { Delimiter } from './guess-form.ts';
import { type LineRange, type TableExcess, type TableRecord, tableLimits } from './table.ts';

/** The records of a CSV text and its blank lines. */
export interface CsvReading {
  readonly records: readonly TableRecord[];
  /** Lines that contain only delimiters and spaces. Empty lines are not included. */
  readonly blankLines: readonly LineRange[];
}

/** The reason why a text is not CSV, with the line of the invalid quote. */
export type CsvFault =
  | TableExcess
  | { readonly kind: 'open-quote'; readonly line: number }
  | { readonly kind: 'after-quote'; readonly line: number };

const [QUOTE, LF, CR, SPACE, TAB] = [0x22, 0x0a, 0x0d, 0x20, 0x09];

/**
 * Reads CSV (RFC 4180) and its variants. Lines end with CR LF, LF, or CR. Spaces around a quoted cell are ignored. A
 * quote inside an unquoted cell is a character. Stops at the first record beyond {@link tableLimits}.
 *
 * If the delimiter is a tab, a cell with text after its closing quote is read literally: spreadsheets copy a cell such
 * as `"Best" coffee` without doubling its quotes.
 */
export function readCsv(
  text: string,
  delimiter: Delimiter,
  firstLine = 1,
  maxRows: number = tableLimits.rows,
): Result<CsvReading, CsvFault> {
  const reader = new CsvReader(text, delimiter, firstLine);
  const records: TableRecord[] = [];
  const blankLines: LineRange[] = [];
  let cellsRead = 0;
  while (!reader.isOver) {
    const { line } = reader;
    const blank = reader.skipBlankLine();
    if (blank === 'delimiters') addLine(blankLines, line);
    if (blank !== null) continue;
    const record = reader.readRecord();
    if (!record.ok) return record;
    const cells = record.value;
    cellsRead += cells.length;
    // Permit one more record, because the first record can be the header.
    if (records.length > maxRows) return err({ kind: 'too-much', what: 'rows' });
    if (cellsRead > tableLimits.cells) return err({ kind: 'too-much', what: 'cells' });
    records.push({ cells, line });
  }
  return ok({ records, blankLines });
}

class CsvReader {
  /** The next line, from 1. */
  line: number;
  private at = 0;
  private readonly text: string;
  private readonly divider: number;

  constructor(text: string, delimiter: Delimiter, firstLine: number) {
    this.text = text;
    this.divider = delimiter.charCodeAt(0);
    this.line = firstLine;
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips a line without values and quotes. Returns its content; null if the line contains a record. */
  skipBlankLine(): 'nothing' | 'delimiters' | null {
    const { text, divider, at: start } = this;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) break;
      if (code !== divider && code !== SPACE && code !== TAB) return null;
    }
    this.endLine(at);
    return at === start ? 'nothing' : 'delimiters';
  }

  readRecord(): Result<readonly string[], CsvFault> {
    const cells: string[] = [];
    for (;;) {
      const start = this.at;
      this.skipSpaces();
      const isQuoted = this.text.charCodeAt(this.at) === QUOTE;
      const cell = isQuoted ? this.quotedCell(start) : ok(this.plainCell(start));
      if (!cell.ok) return cell;
      cells.push(cell.value);
      if (cells.length > tableLimits.columns) return err({ kind: 'too-much', what: 'columns' });
      if (this.isOver || this.text.charCodeAt(this.at) !== this.divider) break;
      this.at += 1;
    }
    this.endLine(this.at);
    return ok(cells);
  }

  private endLine(at: number): void {
    this.at = at + (this.text.charCodeAt(at) === CR && this.text.charCodeAt(at + 1) === LF ? 2 : 1);
    this.line += 1;
  }

  /** Reads up to the delimiter or the end of the line. */
  private plainCell(start: number): string {
    const { text, divider } = this;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === divider || code === LF || code === CR) break;
    }
    this.at = at;
    return text.slice(start, at);
  }

  /** Reads a quoted cell. It starts at `start`; its opening quote is at the current position. */
  private quotedCell(start: number): Result<string, CsvFault> {
    const { text, at: opening, line } = this;
    let [at, lines, doubled] = [opening + 1, 0, 0];
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        if (text.charCodeAt(at + 1) !== QUOTE) break;
        doubled += 1;
        at += 1;
      } else if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) lines += 1;
    }
    if (at >= text.length) return err({ kind: 'open-quote', line });
    const inQuotes = text.slice(opening + 1, at);
    this.at = at + 1;
    this.skipSpaces();
    if (!this.endsCell()) {
      const isPlain = this.divider === TAB && lines === 0 && !inQuotes.includes('\t');
      return isPlain ? ok(this.plainCell(start)) : err({ kind: 'after-quote', line: line + lines });
    }
    this.line += lines;
    return ok(doubled === 0 ? inQuotes : inQuotes.replace(/""/g, '"'));
  }

  private skipSpaces(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && (code !== TAB || this.divider === TAB)) return;
      this.at += 1;
    }
  }

  private endsCell(): boolean {
    const code = this.text.charCodeAt(this.at);
    return this.isOver || code === this.divider || code === LF || code === CR;
  }
}

/** Adds a line, and joins consecutive lines to one range, because a spreadsheet can write a million blank lines. */
function addLine(ranges: LineRange[], line: number): void {
  const last = ranges.at(-1);
  if (last?.to === line - 1) ranges[ranges.length - 1] = { from: last.from, to: line };
  else ranges.push({ from: line, to: line });
}
