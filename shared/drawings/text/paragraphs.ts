import type { TextDrawing } from '../drawing/drawing.ts';

/** A stretch of a text up to the end of a paragraph, and which way it runs. */
export interface TextParagraph {
  readonly text: string;
  /** Where it begins in the content, in UTF-16 units. */
  readonly start: number;
  readonly isRightToLeft: boolean;
}

/** Characters that run to the right: letters, and what is counted as such (UAX 9: L). */
const TO_THE_RIGHT = /[\p{L}\p{Mc}\p{Nl}\u200e]/u;
/** Blocks of scripts that run to the left (R and AL), and their mark. */
const TO_THE_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** What in those blocks is no letter: marks, numbers, signs. */
const WEAK = /[\p{M}\p{N}\p{S}\p{Po}\p{Cf}]/u;

/** Ends of paragraphs (UAX 14, LB4 and LB5; UAX 9, B). CanvasKit breaks lines at the others: VT, FF, and LS. */
export const PARAGRAPH_END = /\r\n|[\n\r\u0085\u2029]/;

/** Characters without a picture that no font needs to have: controls that break no line, and those of annotations. */
export const CONTROLS = /(?![\t\n\v\f\r\u0085])\p{Cc}|[\ufff9-\ufffb]/gu;

/** Characters that begin an isolate, and the one that ends it (UAX 9, 2.4). */
const ISOLATE = /[\u2066-\u2068]/;
const ISOLATE_END = '\u2069';

/** The paragraphs of a text; an empty text has one. */
export function paragraphsOf({ content, direction }: TextDrawing): readonly TextParagraph[] {
  const paragraphs: TextParagraph[] = [];
  const add = (start: number, end: number): void => {
    const text = content.slice(start, end);
    paragraphs.push({ text, start, isRightToLeft: direction === 'auto' ? runsToTheLeft(text) : direction === 'rtl' });
  };
  let start = 0;
  for (const { index, 0: end } of content.matchAll(new RegExp(PARAGRAPH_END, 'g'))) {
    add(start, index);
    start = index + end.length;
  }
  add(start, content.length);
  return paragraphs;
}

/** By the first character outside of isolates that has a direction of its own (UAX 9: P2 and P3). */
function runsToTheLeft(text: string): boolean {
  let isolates = 0;
  for (const character of text) {
    if (ISOLATE.test(character)) isolates += 1;
    else if (character === ISOLATE_END) isolates = Math.max(0, isolates - 1);
    else if (isolates > 0) continue;
    else if (TO_THE_LEFT.test(character)) {
      if (character === '\u200f' || !WEAK.test(character)) return true;
    } else if (TO_THE_RIGHT.test(character)) return false;
  }
  return false;
}
