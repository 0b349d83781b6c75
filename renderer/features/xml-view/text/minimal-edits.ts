import { diff } from '@codemirror/merge';
import type { TextEdit } from '#renderer/xml/view-text.ts';
import { commonEnds } from '#shared/template-xml/read/text-change.ts';

/** A stretch up to this size is replaced as one: nothing in it is worth keeping apart. */
const SMALL = 200;
/** Lines are compared as characters, and there are no more. */
const MOST_LINES = 60_000;

/**
 * What makes one text another, touching only the lines that differ: cursor, folds and marks elsewhere stay. In order.
 */
export function minimalEdits(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const whole = trimmed(before, after, { from: 0, to: before.length, insert: after });
  if (whole.to - whole.from <= SMALL || whole.insert.length <= SMALL) return [whole];
  return lineEdits(before, whole).map((edit) => trimmed(before, edit.insert, edit));
}

/** Without what both have in common at its ends; a pair of surrogates is not taken apart. */
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

/** Compares line by line the stretch that differs. */
function lineEdits(before: string, whole: TextEdit): readonly TextEdit[] {
  const old = linesOf(before.slice(whole.from, whole.to));
  const now = linesOf(whole.insert);
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
  if (old.length + now.length > MOST_LINES) return [whole];
  const changes = diff(coded(old), coded(now), { scanLimit: 500 });
  const starts = startsOf(old, whole.from);
  return changes.map(({ fromA, toA, fromB, toB }) => ({
    from: starts[fromA] ?? whole.to,
    to: starts[toA] ?? whole.to,
    insert: now.slice(fromB, toB).join(''),
  }));
}

/** With their line breaks. */
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
