import { inScope } from '../drawing/pixels.ts';
import { type Composing, type TextParagraph, typeset, WORD_JOINER } from './typeset.ts';

export const SOFT_HYPHEN = '\u00ad';
/** Every font has it. */
export const SEEN_HYPHEN = '-';

/** Soft hyphens of a paragraph that are looked at: each takes two layouts. */
const MOST_HYPHENS = 500;

/**
 * A paragraph whose lines end in a hyphen where they are broken at a soft one (UAX 14, 5.4), which CanvasKit does not
 * draw. If there is no room for the hyphen, the line is not broken there. Every UTF-16 unit stays at its place.
 */
export function hyphenated(
  composing: Composing,
  paragraph: TextParagraph,
  size: number,
  width: number | null,
): TextParagraph {
  if (width === null || !paragraph.text.includes(SOFT_HYPHEN)) return paragraph;
  /** Where its lines end, but the last one. */
  const endsOf = (text: string): readonly number[] =>
    inScope((keep) => {
      const set = keep(typeset(composing, { ...paragraph, text }, { size, width, mostLines: null, look: {} }));
      return set.getLineMetrics().map(({ endIndex }) => endIndex);
    }).slice(0, -1);
  let { text } = paragraph;
  for (let count = 0; count < MOST_HYPHENS; count++) {
    const end = endsOf(text).find((each) => text[each - 1] === SOFT_HYPHEN);
    if (end === undefined) break;
    const withAt = (character: string) => text.slice(0, end - 1) + character + text.slice(end);
    const seen = withAt(SEEN_HYPHEN);
    text = endsOf(seen).includes(end) ? seen : withAt(WORD_JOINER);
  }
  return { ...paragraph, text };
}
