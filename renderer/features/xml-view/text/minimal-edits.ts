import { diff } from '@codemirror/merge';
import type { TextEdit } from '#renderer/xml/view-text.ts';
import { commonEnds } from '#shared/template-xml/read/text-change.ts';

/**
 * The maximum size in UTF-16 units of a difference that is replaced as a whole. For such a small difference, comparing
 * lines would gain little.
 */
const SMALL_DIFFERENCE = 200;
/** The maximum number of distinct lines, because the comparison encodes each as one UTF-16 unit. */
const MAX_LINES = 60_000;

/**
 * Returns the edits, in order, that turn a text into another one. They change only lines that differ, so that the
 * cursor, folds, and marks in other lines stay.
 */
export function minimalEdits(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const wholeEdit = trimmed(before, after, { from: 0, to: before.length, insert: after });
  if (wholeEdit.to - wholeEdit.from <= SMALL_DIFFERENCE || wholeEdit.insert.length <= SMALL_DIFFERENCE)
    return [wholeEdit];
  return lineEdits(before, wholeEdit).map((edit) => trimmed(before, edit.insert, edit));
}

/** Removes the common prefix and suffix of an edit, without splitting surrogate pairs. */
function trimmed(before: string, insert: string, { from, to }: TextEdit): TextEdit {
  const removed = before.slice(from, to);
  const common = commonEnds(removed, insert);
  const start = common.start - (endsInsidePair(removed, common.start) ? 1 : 0);
  const end = common.end - (endsInsidePair(removed, removed.length - common.end) ? 1 : 0);
  return {
    from: from + start,
    to: to - Math.max(0, end),
    insert: insert.slice(start, insert.length - Math.max(0, end)),
  };
}

function endsInsidePair(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset - 1);
  return offset > 0 && unit >= 0xd800 && unit < 0xdc00;
}

/** Diffs the differing part line by line. */
function lineEdits(before: string, wholeEdit: TextEdit): readonly TextEdit[] {
  const oldLines = linesOf(before.slice(wholeEdit.from, wholeEdit.to));
  const newLines = linesOf(wholeEdit.insert);
  const codes = new Map<string, string>();
  const coded = (lines: readonly string[]): string => {
    let text = '';
    for (const line of lines) {
      let code = codes.get(line);
      if (code === undefined) {
        code = String.fromCharCode(codes.size < 0xd800 ? codes.size : codes.size + 0x800);
        codes.set(line, code);
      }
      text += code;
    }
    return text;
  };
  if (oldLines.length + newLines.length > MAX_LINES) return [wholeEdit];
  const changes = diff(coded(oldLines), coded(newLines), { scanLimit: 500 });
  const starts = startsOf(oldLines, wholeEdit.from);
  return changes.map(({ fromA, toA, fromB, toB }) => ({
    from: starts[fromA] ?? wholeEdit.to,
    to: starts[toA] ?? wholeEdit.to,
    insert: newLines.slice(fromB, toB).join(''),
  }));
}

/** Splits a text into lines that include their line breaks. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

function startsOf(lines: readonly string[], from: number): readonly number[] {
  const starts = [from];
  let at = from;
  for (const line of lines) {
    at += line.length;
    starts.push(at);
  }
  return starts;
}
