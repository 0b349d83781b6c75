import { filmChecks } from './check-table.ts';

/** The amount of text to read. */
export interface ReadingLoad {
  /** The number of letters, weighted by script: 1 for an alphabet, 1.5 for Hangul, 2 for ideographs and kana. */
  readonly units: number;
  /** The number of words. 0 for scripts that do not separate words by spaces. */
  readonly words: number;
}

const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /^\p{Script=Hangul}/u;

/** The maximum number of UTF-16 units that are counted. No film contains a longer readable text. */
const MAX_LENGTH = 5000;

let graphemes: Intl.Segmenter | null = null;

/** Counts the units and words of a text. A run of spaces counts as one unit. */
export function readingLoad(text: string): ReadingLoad {
  const tidy = text.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
  const growth = text.length > MAX_LENGTH ? text.length / MAX_LENGTH : 1;
  let units = 0;
  // Create the segmenter at its first use, because it loads data of Unicode for 10 ms.
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(tidy)) units += weightOf(segment);
  const words = tidy.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word) && !IDEOGRAPH.test(word)).length;
  return { units: units * growth, words: Math.round(words * growth) };
}

/** Returns the weight of a character in reading units. */
function weightOf(letter: string): number {
  if (IDEOGRAPH.test(letter)) return 2;
  return HANGUL.test(letter) ? 1.5 : 1;
}

/** Returns whether at least half of the letters are ideographs or kana. */
export function isIdeographic(text: string): boolean {
  const letters = [...text.slice(0, MAX_LENGTH)].filter((letter) => /\p{L}/u.test(letter));
  return letters.filter((letter) => IDEOGRAPH.test(letter)).length * 2 > letters.length;
}

/** Returns the reading time of a text in seconds. */
export function readingSeconds({ units, words }: ReadingLoad): number {
  const { unitsPerSecond, secondsPerWord, start, least, short } = filmChecks['text/too-short'].thresholds;
  if (units <= 3) return short;
  return Math.max(least, start + Math.max(units / unitsPerSecond, words * secondsPerWord));
}
