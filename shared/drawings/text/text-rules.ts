import { CONTROLS } from './typeset.ts';

/** The properties of a text that determine the version of its layout rules. */
export interface TextWithRules {
  readonly content: string;
  /** Whether lines wrap at the box width. */
  readonly isBroken: boolean;
  /** Whether `autosize` determines the font size. */
  readonly isFitted: boolean;
  /** Whether the characters of a paragraph determine its direction. */
  readonly isDirectionAuto: boolean;
}

/** The ends of paragraphs that version 1 of the rules did not support. Version 1 drew U+0085 as a box. */
const NEW_PARAGRAPH_END = /[\r\u0085\u2029]/;
const SOFT_HYPHEN = '\u00ad';
const ISOLATE = /[\u2066-\u2068]/;

/** Characters next to which a line can break without a space: scripts without spaces, and emoji. */
const WITHOUT_SPACES =
  /[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}\p{ExtPict}\p{RI}]/u;
/** Approximates the other break opportunities within words: after hyphens, slashes, and similar characters. */
const BREAK_AFTER = /\u200b|[-/?|}!%\u2010\u2012-\u2014\u2026](?=[^\s\p{P}])/u;

/**
 * Returns whether the current rules lay out a text differently from version 1. Only films with such texts get new cache
 * keys.
 */
export function hasChangedLayout({ content, isBroken, isFitted, isDirectionAuto }: TextWithRules): boolean {
  if (NEW_PARAGRAPH_END.test(content) || content.search(CONTROLS) >= 0 || !content.isWellFormed()) return true;
  if (isDirectionAuto && ISOLATE.test(content)) return true;
  if (!isBroken) return false;
  if (content.includes(SOFT_HYPHEN)) return true;
  return isFitted && content.split('\n').some((paragraph) => mayBreak(paragraph));
}

function mayBreak(paragraph: string): boolean {
  if (/\s/.test(paragraph)) return false;
  return BREAK_AFTER.test(paragraph) || (WITHOUT_SPACES.test(paragraph) && [...paragraph].length > 1);
}
