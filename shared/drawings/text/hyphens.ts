import { withScope } from '../drawing/pixels.ts';
import { type TextParagraph, type TypesettingInput, typeset, WORD_JOINER } from './typeset.ts';

export const SOFT_HYPHEN = '\u00ad';
/** The visible hyphen. Every font has it. */
export const VISIBLE_HYPHEN = '-';

/** The maximum number of soft hyphens to process in a paragraph. Each soft hyphen takes two layouts. */
const MAX_HYPHENS = 500;

/**
 * Replaces soft hyphens at line ends with visible hyphens (UAX 14, 5.4), because CanvasKit does not draw soft hyphens.
 * A line breaks at a soft hyphen only if the visible hyphen fits. Offsets in UTF-16 units stay the same.
 */
export function hyphenated(
  composing: TypesettingInput,
  paragraph: TextParagraph,
  size: number,
  width: number | null,
): TextParagraph {
  if (width === null || !paragraph.text.includes(SOFT_HYPHEN)) return paragraph;
  /** Returns the ends of all lines except the last. */
  const endsOf = (text: string): readonly number[] =>
    withScope((keep) => {
      const set = keep(typeset(composing, { ...paragraph, text }, { size, width, mostLines: null, override: {} }));
      return set.getLineMetrics().map(({ endIndex }) => endIndex);
    }).slice(0, -1);
  let { text } = paragraph;
  for (let count = 0; count < MAX_HYPHENS; count++) {
    const end = endsOf(text).find((lineEnd) => text[lineEnd - 1] === SOFT_HYPHEN);
    if (end === undefined) break;
    const replaceWith = (character: string) => text.slice(0, end - 1) + character + text.slice(end);
    const withHyphen = replaceWith(VISIBLE_HYPHEN);
    text = endsOf(withHyphen).includes(end) ? withHyphen : replaceWith(WORD_JOINER);
  }
  return { ...paragraph, text };
}
