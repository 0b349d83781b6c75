import { CONTROLS } from './typeset.ts';

/** A text, as far as its content decides by which rules it is set. */
export interface RuledText {
  readonly content: string;
  /** Whether lines are broken at its box. */
  readonly isBroken: boolean;
  /** Whether its size is looked for. */
  readonly isFitted: boolean;
  /** Whether its paragraphs run by their characters. */
  readonly isDirectionAuto: boolean;
}

/** Ends of paragraphs that were none: CanvasKit drew U+0085 as a box. */
const NEW_END = /[\r\u0085\u2029]/;
const SOFT_HYPHEN = '\u00ad';
const ISOLATE = /[\u2066-\u2068]/;

/** Characters beside which a line may be broken: those of scripts that write no spaces, and pictures. */
const WITHOUT_SPACES =
  /[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}\p{ExtPict}\p{RI}]/u;
/** Where a line may be broken between letters, as far as a pattern can say it: behind hyphens, slashes, and the like. */
const BREAK_BEHIND = /\u200b|[-/?|}!%\u2010\u2012-\u2014\u2026](?=[^\s\p{P}])/u;

/**
 * Whether a text is set otherwise than it was in the first version of the rules. Its films have other names then, and
 * those of all other texts stay.
 */
export function isSetByNewRules({ content, isBroken, isFitted, isDirectionAuto }: RuledText): boolean {
  if (NEW_END.test(content) || content.search(CONTROLS) >= 0 || !content.isWellFormed()) return true;
  if (isDirectionAuto && ISOLATE.test(content)) return true;
  if (!isBroken) return false;
  if (content.includes(SOFT_HYPHEN)) return true;
  return isFitted && content.split('\n').some((paragraph) => mayBreak(paragraph));
}

function mayBreak(paragraph: string): boolean {
  if (/\s/.test(paragraph)) return false;
  return BREAK_BEHIND.test(paragraph) || (WITHOUT_SPACES.test(paragraph) && [...paragraph].length > 1);
}
