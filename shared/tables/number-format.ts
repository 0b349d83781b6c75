/** A token of a section of a number format (ECMA-376, part 1, section 18.8.31). */
export type FormatToken =
  | { readonly kind: 'text'; readonly text: string }
  /** A placeholder for a digit. */
  | { readonly kind: 'digit'; readonly sign: '0' | '#' | '?' }
  | { readonly kind: 'point' | 'percent' | 'slash' | 'at' | 'general' | 'halves' }
  | { readonly kind: 'exponent'; readonly plus: boolean }
  /** A run of a date letter, such as `yyyy`. Minutes have the letter `n`. */
  | { readonly kind: 'date'; readonly letter: 'y' | 'm' | 'd' | 'h' | 'n' | 's'; readonly length: number }
  /** Elapsed hours, minutes, or seconds. */
  | { readonly kind: 'elapsed'; readonly letter: 'h' | 'n' | 's'; readonly length: number }
  /** The decimals of seconds. */
  | { readonly kind: 'fraction'; readonly length: number };

/** A section of a number format. */
export interface FormatSection {
  readonly tokens: readonly FormatToken[];
  readonly condition: { readonly sign: '<' | '<=' | '=' | '>=' | '>' | '<>'; readonly operand: number } | null;
  readonly isDate: boolean;
  readonly isElapsed: boolean;
  readonly isText: boolean;
  /** Whether digits are separated in groups of three. */
  readonly isGrouped: boolean;
  /** The number of times that the number is divided by a thousand. */
  readonly scale: number;
  /** The language in the format; null for the language of the table. */
  readonly language: string | null;
}

/** A parsed number format; null if it is unsupported. */
export type NumberFormat = readonly FormatSection[] | null;

/** The codes of the built-in formats (ECMA-376, part 1, section 18.8.30). `local` formats depend on the language. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Returns the code of a built-in format. `local-date` and `local-date-time` depend on the language. */
export function builtInFormat(id: number): string {
  const code = BUILT_IN[id];
  if (code !== undefined) return code;
  if (id === 22) return 'local-date-time';
  return id === 14 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'local-date' : 'General';
}

/** Parses a format code. Returns null if a part of it is unsupported. */
export function readFormat(code: string): NumberFormat {
  const sections: FormatSection[] = [];
  for (const part of splitSections(code)) {
    const section = readSection(part);
    if (section === null) return null;
    sections.push(section);
  }
  return sections.length > 4 ? null : sections;
}

/** Splits a code at semicolons outside quotes, brackets, and escapes. */
function splitSections(code: string): readonly string[] {
  const sections = [''];
  for (const [piece] of code.matchAll(/"[^"]*"?|\[[^\]]*\]?|[\\_*].?|./gsu))
    if (piece === ';') sections.push('');
    else sections[sections.length - 1] += piece;
  return sections;
}

/** Matches the tokens of a section. */
const TOKENS =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.?)|_(?<space>.?)|\*(?<fill>.?)|\[(?<bracket>[^\]]*)\]|(?<general>General)|(?<halves>AM\/PM|A\/P)|E(?<exponent>[+-])|(?<letter>[ymdhs])\k<letter>*|(?<digit>[0#?])|(?<fraction>\.0+(?=[^0#?]*$))|(?<other>.)/gisu;

type Pieces = Readonly<Record<string, string | undefined>>;

interface SectionState {
  readonly tokens: FormatToken[];
  /** Whether the section has date letters. In a date, commas and points are text. */
  readonly hasDate: boolean;
  condition: FormatSection['condition'];
  language: string | null;
  commas: number;
  isGrouped: boolean;
}

function readSection(code: string): FormatSection | null {
  const hasDate = /(?:^|[^a-z])[ymdhs]/i.test(withoutTexts(code));
  const state: SectionState = { tokens: [], hasDate, condition: null, language: null, commas: 0, isGrouped: false };
  for (const { 0: written, groups = {} } of code.matchAll(TOKENS)) if (!readPiece(written, groups, state)) return null;
  const { tokens, condition, language, commas, isGrouped } = state;
  const isElapsed = tokens.some(({ kind }) => kind === 'elapsed');
  const isDate = tokens.some(({ kind }) => kind === 'date' || kind === 'halves' || kind === 'elapsed');
  return {
    tokens: isDate ? withMinutes(tokens) : tokens,
    ...{ condition, isDate, isElapsed, isGrouped, language },
    isText: tokens.some(({ kind }) => kind === 'at'),
    scale: commas,
  };
}

/** Reads a piece of a section. Returns whether the piece is supported. */
function readPiece(written: string, pieces: Pieces, state: SectionState): boolean {
  const { quoted, escaped, space, fill, bracket, general, halves, exponent, letter } = pieces;
  const { tokens } = state;
  const text = quoted ?? escaped ?? (space === undefined ? undefined : ' ');
  if (text !== undefined) addText(text, state);
  else if (bracket !== undefined) return readBracket(bracket, state);
  else if (general !== undefined) tokens.push({ kind: 'general' });
  else if (halves !== undefined) tokens.push({ kind: 'halves' });
  else if (exponent !== undefined) tokens.push({ kind: 'exponent', plus: exponent === '+' });
  else if (letter !== undefined)
    tokens.push({ kind: 'date', letter: letter.toLowerCase() as 'y', length: written.length });
  else if (fill === undefined) return readDigits(pieces, state);
  return true;
}

function readDigits({ digit, fraction, other = '' }: Pieces, state: SectionState): boolean {
  const { tokens, hasDate } = state;
  if (fraction !== undefined && hasDate) tokens.push({ kind: 'fraction', length: fraction.length - 1 });
  else if (fraction !== undefined) {
    tokens.push({ kind: 'point' });
    for (let zeros = fraction.length - 1; zeros > 0; zeros -= 1) tokens.push({ kind: 'digit', sign: '0' });
  } else if (digit !== undefined) {
    // A comma before a digit separates groups. A comma after the last digit divides by a thousand.
    if (state.commas > 0) [state.isGrouped, state.commas] = [true, 0];
    tokens.push({ kind: 'digit', sign: digit as '0' });
  } else return readSign(other, state);
  return true;
}

function readSign(sign: string, state: SectionState): boolean {
  const { tokens, hasDate } = state;
  const hasDigit = tokens.some(({ kind }) => kind === 'digit');
  if (sign === '%') tokens.push({ kind: 'percent' });
  else if (sign === '@') tokens.push({ kind: 'at' });
  else if (sign === ',' && hasDigit && !hasDate) state.commas += 1;
  else if (sign === '.' && !hasDate) tokens.push({ kind: 'point' });
  else if (sign === '/' && !hasDate) tokens.push({ kind: 'slash' });
  else if (/[a-z[\]]/i.test(sign)) return false;
  else addText(sign, state);
  return true;
}

function addText(text: string, { tokens }: SectionState): void {
  if (text !== '') tokens.push({ kind: 'text', text });
}

const COLORS = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)$/i;

/** Reads a part in brackets: an elapsed time, a condition, a currency, or a color. */
function readBracket(bracket: string, state: SectionState): boolean {
  if (/^(?:h+|m+|s+)$/i.test(bracket)) {
    const first = bracket.charAt(0).toLowerCase();
    const letter = first === 'm' ? 'n' : first === 's' ? 's' : 'h';
    state.tokens.push({ kind: 'elapsed', letter, length: bracket.length });
    return true;
  }
  const [, sign, operand] = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$/.exec(bracket) ?? [];
  if (sign !== undefined) state.condition = { sign: sign as '<', operand: Number(operand) };
  const [, symbol, region] = /^\$([^-]*)(?:-([\da-f]+))?/i.exec(bracket) ?? [];
  if (symbol !== undefined) {
    addText(symbol, state);
    state.language = languageOf(region) ?? state.language;
  }
  return sign !== undefined || symbol !== undefined || COLORS.test(bracket);
}

function withoutTexts(code: string): string {
  return code.replaceAll(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]|General|E[+-]/gis, ' ');
}

/** Converts the letter `m` next to hours or seconds to minutes. */
function withMinutes(tokens: readonly FormatToken[]): readonly FormatToken[] {
  const letters = tokens.flatMap((token, at) =>
    token.kind === 'date' || token.kind === 'elapsed' ? [{ at, letter: token.letter }] : [],
  );
  return tokens.map((token, at) => {
    if (token.kind !== 'date' || token.letter !== 'm' || token.length > 2) return token;
    const place = letters.findIndex((each) => each.at === at);
    const isMinute = letters[place - 1]?.letter === 'h' || letters[place + 1]?.letter === 's';
    return isMinute ? { ...token, letter: 'n' } : token;
  });
}

/** The languages that formats name by their Windows numbers. */
const REGIONS: Readonly<Record<string, string>> = {
  '401': 'ar',
  '404': 'zh-TW',
  '405': 'cs',
  '406': 'da',
  '407': 'de',
  '408': 'el',
  '409': 'en',
  '40a': 'es',
  '40b': 'fi',
  '40c': 'fr',
  '40d': 'he',
  '40e': 'hu',
  '410': 'it',
  '411': 'ja',
  '412': 'ko',
  '413': 'nl',
  '414': 'nb',
  '415': 'pl',
  '416': 'pt',
  '419': 'ru',
  '41d': 'sv',
  '41f': 'tr',
  '422': 'uk',
  '804': 'zh',
  '807': 'de-CH',
  '809': 'en-GB',
  '80a': 'es-MX',
  '80c': 'fr',
  '816': 'pt-PT',
  c07: 'de-AT',
  c0a: 'es',
};

function languageOf(region: string | undefined): string | null {
  return region === undefined ? null : (REGIONS[region.toLowerCase().replace(/^0+/, '')] ?? null);
}
