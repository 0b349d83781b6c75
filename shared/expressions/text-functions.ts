import { findLanguage } from '../formats/languages.ts';
import { lowerCase, titleCase, upperCase, urlEncoded } from '../lib/letter-case.ts';
import { contrastRatio, formatPaint, PAINT_PATTERN, paintOf } from '../lib/srgb.ts';
import { Exact } from './decimal.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';
import { isList, type Value } from './values.ts';

/** The maximum length of a padded text in characters. */
const MAX_PADDED = 1_000;
/** A bound for lengths and positions that exceeds any text or list. */
const FAR = 1e9;

/** The time of `title` in relation to other functions of texts, which its steps must include. */
const TITLE_COST = 4;

const text: Parameter = { name: 't', kind: 'text' };
const n: Parameter = { name: 'n', kind: 'number' };

/** Functions of texts. Four of them also accept lists. Positions count characters (code points) from 1. */
export const textFunctions = {
  upper: {
    parameters: [text],
    description: 'Converts a text to upper case.',
    example: ["upper('straße')", 'STRASSE'],
    evaluate: changed(upperCase),
  },
  lower: {
    parameters: [text],
    description: 'Converts a text to lower case.',
    example: ["lower('ÀÉ')", 'àé'],
    evaluate: changed(lowerCase),
  },
  title: {
    parameters: [text],
    description: 'Capitalizes the first letter of each word.',
    example: ["title('new york')", 'New York'],
    evaluate: changed(titleCase, TITLE_COST),
  },
  trim: {
    parameters: [text],
    description: 'Removes the white space at both ends of a text.',
    example: ["trim('  a  b ')", 'a  b'],
    evaluate: changed((each) => each.trim()),
  },
  length: {
    parameters: [{ name: 'x', kind: 'value' }],
    description:
      'Returns the number of characters (code points) of a text, or of items of a list. An emoji can be several characters.',
    example: ["length('naïve')", '5'],
    evaluate: (evaluation, part) => new Exact(piecesOf(evaluation, part).count),
  },
  left: {
    parameters: [text, n],
    description:
      'Returns the first characters (code points) of a text, or items of a list. An emoji of several characters can be cut.',
    example: ["left('Ada Lovelace', 3)", 'Ada'],
    evaluate: (evaluation, part, count) => {
      const { slice } = piecesOf(evaluation, part);
      return slice(0, evaluation.whole(count, 0, FAR));
    },
  },
  right: {
    parameters: [text, n],
    description:
      'Returns the last characters (code points) of a text, or items of a list. An emoji of several characters can be cut.',
    example: ["right('4711', 2)", '11'],
    evaluate: (evaluation, part, count) => {
      const { count: all, slice } = piecesOf(evaluation, part);
      return slice(Math.max(0, all - evaluation.whole(count, 0, FAR)), all);
    },
  },
  slice: {
    parameters: [text, { name: 'from', kind: 'number' }, { name: 'to', kind: 'number', optional: true }],
    description:
      'Returns a part of a text or a list. Positions count characters (code points) or items; both ends are included; negative positions count from the end.',
    example: ["slice('abcdef', 2, 4)", 'bcd'],
    evaluate: (evaluation, part, from, to) => {
      const { count, slice } = piecesOf(evaluation, part);
      const position = (each: Expression) => {
        const at = evaluation.whole(each, -FAR, FAR);
        return at < 0 ? count + at + 1 : at;
      };
      const start = position(from as Expression);
      const end = to === undefined ? count : position(to);
      return slice(Math.max(0, start - 1), Math.max(0, end));
    },
  },
  replace: {
    parameters: [text, { name: 'a', kind: 'text' }, { name: 'b', kind: 'text' }],
    description: 'Replaces each occurrence of a text by another one.',
    example: ["replace('a.b.c', '.', '-')", 'a-b-c'],
    evaluate: (evaluation, part, search, replacement) => {
      const pieces = piecesBetween(evaluation, evaluation.text(part), search);
      const by = evaluation.text(replacement);
      // Spend the steps before creating the text.
      evaluation.spendText(pieces.reduce((sum, each) => sum + each.length, by.length * (pieces.length - 1)));
      return pieces.join(by);
    },
  },
  contains: {
    parameters: [text, { name: 'a', kind: 'text' }],
    description: 'Returns whether a text contains another one, letter by letter.',
    example: ["contains('Tea house', 'house')", 'true'],
    evaluate: (evaluation, part, search) => {
      const whole = evaluation.text(part);
      evaluation.spendText(whole.length);
      return whole.includes(evaluation.text(search));
    },
  },
  split: {
    parameters: [text, { name: 'separator', kind: 'text' }],
    description: 'Returns the pieces of a text between separators as a list. The pieces are trimmed.',
    example: ["count(split('a, b, c', ','))", '3'],
    evaluate: (evaluation, part, separator) => {
      const whole = evaluation.text(part);
      const pieces = piecesBetween(evaluation, whole, separator);
      evaluation.spend(pieces.length);
      return whole === '' ? [] : pieces.map((each) => each.trim());
    },
  },
  pad: {
    parameters: [text, n, { name: 'character', kind: 'text', optional: true }],
    description: 'Adds characters before a text up to a length in characters (code points), `0` by default.',
    example: ['pad(7, 3)', '007'],
    evaluate: (evaluation, part, length, filler) => {
      const whole = evaluation.text(part);
      const missing = evaluation.whole(length, 0, MAX_PADDED) - charactersOf(evaluation, whole).count;
      const character = filler === undefined ? '0' : evaluation.text(filler);
      if ([...character.slice(0, 3)].length !== 1)
        return evaluation.fault('argument', filler, { given: character, valid: 'character' });
      return character.repeat(Math.max(0, missing)) + whole;
    },
  },
  truncate: {
    parameters: [text, n],
    description:
      'Shortens a text to a number of characters (code points), at the end of a word if possible, and adds `…`. An emoji of several characters can be cut.',
    example: ["truncate('The tea of the year', 12)", 'The tea of…'],
    evaluate: (evaluation, part, length) => {
      const whole = evaluation.text(part);
      const { count, slice } = charactersOf(evaluation, whole);
      const most = evaluation.whole(length, 1, FAR);
      return count <= most ? whole : truncated([...slice(0, most)], most);
    },
  },
  urlencode: {
    parameters: [text],
    description: 'Encodes a text for an address, as the option `E` does.',
    example: ["urlencode('a b&c')", 'a%20b%26c'],
    evaluate: changed(urlEncoded),
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

function changed(change: (text: string, isTurkish: boolean) => string, cost = 1): FunctionSpec['evaluate'] {
  return (evaluation, part) => {
    const whole = evaluation.text(part);
    evaluation.spendText(cost * whole.length);
    return change(whole, findLanguage(evaluation.language).isTurkish);
  };
}

/** The items of a list or the characters of a text. */
interface Pieces {
  readonly count: number;
  /** Returns the pieces from `start` to before `end`, which count from 0 and can exceed the number of pieces. */
  readonly slice: (start: number, end: number) => Value;
}

function piecesOf(evaluation: Evaluation, part: Expression | undefined): Pieces {
  const value = evaluation.value(part);
  if (!isList(value)) return charactersOf(evaluation, evaluation.textOf(value, part));
  evaluation.spend(value.length);
  return { count: value.length, slice: (start, end) => value.slice(start, end) };
}

/** Two UTF-16 units that are one character. */
const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Returns the characters of a text. An array of them would take 30 times as long for a text of 100,000 characters. */
function charactersOf(evaluation: Evaluation, whole: string) {
  evaluation.spendText(whole.length);
  const pairs = whole.match(PAIR)?.length ?? 0;
  const unitAt = (character: number) => (pairs === 0 ? character : unitOfCharacter(whole, character));
  return {
    count: whole.length - pairs,
    slice: (start: number, end: number) => whole.slice(unitAt(start), unitAt(end)),
  };
}

/** Returns the index of the UTF-16 unit at which a character begins; the length of the text beyond its end. */
function unitOfCharacter(whole: string, character: number): number {
  let unit = 0;
  for (let count = 0; count < character && unit < whole.length; count++)
    unit += (whole.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}

function piecesBetween(evaluation: Evaluation, whole: string, separator: Expression | undefined): readonly string[] {
  const between = evaluation.text(separator);
  if (between === '') return evaluation.fault('argument', separator, { given: '', valid: 'text' });
  evaluation.spendText(whole.length);
  return whole.split(between);
}

/**
 * Shortens a text with its first `most` characters, and more after them. Cuts at the end of a word, unless the last word
 * starts before the middle of the permitted length.
 */
function truncated(characters: readonly string[], most: number): string {
  const taken = characters.slice(0, most - 1);
  const isWordCut = !isSpace(characters[most - 1]);
  const space = taken.findLastIndex(isSpace);
  const end = isWordCut && space >= Math.ceil(most / 2) ? space : taken.length;
  return `${taken.slice(0, end).join('').trimEnd()}…`;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}

const COLOR = new RegExp(`^\\s*${PAINT_PATTERN}\\s*$`);
const BLACK = paintOf('#000000');
const WHITE = paintOf('#ffffff');

const color: Parameter = { name: 'color', kind: 'color' };

/** Functions of colors, which are texts such as `#f80` or `#ff8000`. */
export const colorFunctions = {
  mix: {
    parameters: [
      { ...color, name: 'a' },
      { ...color, name: 'b' },
      { name: 't', kind: 'number' },
    ],
    description: 'Returns a color between two colors: 0 gives a, and 1 gives b.',
    example: ["mix('#000', '#fff', 0.5)", '#808080'],
    evaluate: (evaluation, first, second, part) => {
      const [from, to] = [colorOf(evaluation, first), colorOf(evaluation, second)];
      const share = evaluation.number(part);
      if (share.isNegative() || share.greaterThan(1))
        return evaluation.fault('argument', part, { given: share.toFixed(), valid: 'share' });
      const between = (one: number, other: number) =>
        new Exact(other).minus(one).times(share).plus(one).toDecimalPlaces(0).toNumber();
      return formatPaint({
        red: between(from.red, to.red),
        green: between(from.green, to.green),
        blue: between(from.blue, to.blue),
        alpha: between(Math.round(from.alpha * 255), Math.round(to.alpha * 255)) / 255,
      });
    },
  },
  readable: {
    parameters: [color, { ...color, name: 'dark', optional: true }, { ...color, name: 'light', optional: true }],
    together: true,
    description: 'Returns black or white, or one of two colors, whichever has more contrast on a color.',
    example: ["readable('#ffe14d')", '#000000'],
    evaluate: (evaluation, part, darkPart, lightPart) => {
      const background = colorOf(evaluation, part);
      const dark = darkPart === undefined ? BLACK : colorOf(evaluation, darkPart);
      const light = lightPart === undefined ? WHITE : colorOf(evaluation, lightPart);
      const isDark = contrastRatio(dark, background) >= contrastRatio(light, background);
      return formatPaint(isDark ? dark : light);
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

function colorOf(evaluation: Evaluation, part: Expression | undefined) {
  const text = evaluation.text(part);
  if (COLOR.test(text)) return paintOf(text.trim());
  return evaluation.fault('argument', part, { given: text, valid: 'color' });
}
