let segmenter: Intl.Segmenter | null = null;

/**
 * Splits a text into graphemes. Creates the segmenter at its first use, because that takes longer than printing a short
 * text.
 */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** East Asian Wide and Fullwidth characters (UAX #11), which take two columns. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** Control characters, and format characters that reorder or hide text. */
const UNPRINTABLE = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;

const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;
const NEWLINE_SYMBOL = '\u2424';

/** Matches texts whose characters always take one column each. */
const PLAIN = /^[\u0020-\u007E]*$/;

/** Returns the number of terminal columns of a text. The text must not contain control characters. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
  return width;
}

/** Returns the longest start of a text that fits into the columns. */
export function fitWidth(text: string, columns: number): string {
  if (PLAIN.test(text)) return text.slice(0, columns);
  let width = 0;
  for (const { segment, index } of graphemes(text)) {
    width += graphemeWidth(segment);
    if (width > columns) return text.slice(0, index);
  }
  return text;
}

/** Returns the longest end of a text that fits into the columns. */
export function fitWidthFromEnd(text: string, columns: number): string {
  if (PLAIN.test(text)) return text.slice(Math.max(text.length - columns, 0));
  let width = 0;
  let start = text.length;
  for (const { segment, index } of [...graphemes(text)].reverse()) {
    width += graphemeWidth(segment);
    if (width > columns) break;
    start = index;
  }
  return text.slice(start);
}

/** Replaces the characters that could control the terminal with visible symbols. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR) return NEWLINE_SYMBOL;
    // The symbols from U+2400 have the order of the control characters.
    return code < 0x20 ? String.fromCodePoint(0x24_00 + code) : '\uFFFD';
  });
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
