import type { TextDrawing } from '../drawing/drawing.ts';

/** A stretch of a text up to a line feed, and which way it runs. */
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

/** The paragraphs of a text; an empty text has one. */
export function paragraphsOf({ content, direction }: TextDrawing): readonly TextParagraph[] {
  let start = 0;
  return content.split('\n').map((text) => {
    const paragraph = { text, start, isRightToLeft: direction === 'auto' ? runsToTheLeft(text) : direction === 'rtl' };
    start += text.length + 1;
    return paragraph;
  });
}

/** By the first character that has a direction of its own (UAX 9: P2 and P3). */
function runsToTheLeft(text: string): boolean {
  for (const character of text) {
    if (TO_THE_LEFT.test(character)) {
      if (character === '\u200f' || !WEAK.test(character)) return true;
    } else if (TO_THE_RIGHT.test(character)) return false;
  }
  return false;
}
