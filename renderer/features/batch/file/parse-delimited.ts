import { parse } from 'csv-parse/browser/esm/sync';
import type { Delimiter } from '../../../../shared/batch/guess-form.ts';
import type { TableRecord } from '../../../../shared/batch/table.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';

/** Takes CSV and its relatives apart (RFC 4180, and what programs write instead). The error says what is wrong. */
export function parseDelimited(text: string, delimiter: Delimiter): Result<readonly TableRecord[], string> {
  try {
    const read = parse(text.replace(/^\uFEFF/, ''), {
      delimiter,
      info: true,
      // Rows with too few or too many cells are reported with their line, not refused.
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    // The parser says where a record ends, and counts each CR LF in quotes as two lines.
    let countedTwice = 0;
    return ok(
      read.map(({ record, info }) => {
        const inCells = record.flatMap((cell) => cell.match(/\r\n|\n|\r/g) ?? []);
        countedTwice += inCells.filter((newline) => newline.length === 2).length;
        return { cells: record, line: info.lines - countedTwice - inCells.length };
      }),
    );
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
