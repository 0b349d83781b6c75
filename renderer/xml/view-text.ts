/** A replacement of a range. Offsets refer to the text before all edits of the list. `to` is exclusive. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns the text as CodeMirror stores it: each line break is a single character. */
export function viewTextOf(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** Maps offsets between a text and its view. The offsets differ if lines end with CR LF. */
export interface OffsetMap {
  readonly toView: (offset: number) => number;
  readonly toText: (offset: number) => number;
}

const IDENTITY_MAP: OffsetMap = { toView: (offset) => offset, toText: (offset) => offset };

export function offsetMap(text: string): OffsetMap {
  const breaks = pairsIn(text);
  if (breaks.length === 0) return IDENTITY_MAP;
  return {
    toView: (offset) => offset - countBelow(breaks, offset, 0),
    toText: (offset) => offset + countBelow(breaks, offset, 1),
  };
}

/** Applies edits of the view, in ascending order, to the text. Inserted line breaks get the form that the text uses. */
export function applyViewEdits(text: string, edits: readonly TextEdit[]): string {
  const { toText } = offsetMap(text);
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  let result = '';
  let end = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(end, toText(from));
    result += lineBreak === '\n' ? insert : insert.replaceAll('\n', lineBreak);
    end = toText(to);
  }
  return result + text.slice(end);
}

/** Returns the offset of the LF in each CR LF. */
function pairsIn(text: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) offsets.push(at + 1);
  return offsets;
}

/**
 * Returns the number of positions below an offset. The positions must be ascending. With a `shift` of 0, positions are
 * text offsets. With a `shift` of 1, the positions are first converted to view offsets by subtracting one for each
 * preceding CR LF.
 */
function countBelow(places: readonly number[], offset: number, shift: 0 | 1): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) - shift * (middle + 1) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
