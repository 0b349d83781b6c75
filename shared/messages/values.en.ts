import { alternatives, named, shortened, someOf } from './quoting.ts';
import { type MessageIn, messages } from './translation.ts';

/** Inclusive bounds of a number; null for no bound. */
export interface Bounds {
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** Reasons why an attribute refuses a value. Each completes a sentence that starts with the attribute. */
export const valueMessages = messages({
  'value/no-whole-number': (bounds: Bounds) => `must be a whole number${within(bounds)}`,
  'value/no-number': (bounds: Bounds) => `must be a number such as 0.5${within(bounds)}`,
  'value/out-of-bounds': (bounds: Bounds) => `must be a number${within(bounds)}`,
  'value/exponent': () => 'must be written without an exponent, such as 1500 instead of 15e2',
  'value/too-many-digits': ({ most, decimals }: { most: number; decimals: number }) =>
    `must have at most ${most} digits before the decimal point and ${decimals} after it`,
  'value/no-boolean': () => 'must be true or false',
  'value/no-color': () => 'must be a color such as #f80 or #ff8000',
  'value/no-option': ({ options }: { options: readonly string[] }) => `must be ${alternatives(options)}`,
  'value/no-time': () => 'must be a whole number of frames, or seconds such as 1.5s',
  'value/time-too-long': ({ hours }: { hours: number }) => `must be at most ${hours} hours`,
  /** `minimum` is in frames. */
  'value/time-too-short': ({ minimum }: { minimum: number }) => `must be at least ${minimum}`,
  /** Seconds of less than half a frame; `written` is the original text. */
  'value/time-rounds-to-nothing': ({ minimum, written }: { minimum: number; written: string }) =>
    `must be at least ${minimum} frame; ${written} is less than half a frame`,
  'value/no-frame-rate': () => 'must be a whole number or a fraction such as 30 or 30000/1001',
  'value/zero-denominator': () => 'must not have zero as its denominator',
  'value/terms-too-large': ({ most }: { most: number }) => `must have a numerator and denominator of at most ${most}`,
  'value/frame-rate-out-of-bounds': ({ slowest, fastest }: { slowest: number; fastest: number }) =>
    `must be from ${slowest} to ${fastest} fps`,
  /** `character` is for example `U+0000`. */
  'value/forbidden-character': ({ character }: { character: string }) =>
    `must not contain the character ${character}, which XML doesn’t allow`,
  'value/no-gain': ({ maximum }: { maximum: number }) =>
    `must be a factor from 0 to ${maximum}, or decibels such as -6dB`,
  'value/no-address': () => 'must be an address that starts with http:// or https:// and contains no spaces',
  'value/address-with-credentials': () => 'must not contain a user name or password',
  'value/address-without-host': () =>
    'must have a host after http:// or https://, such as example.org or example.org:8080',
  'value/control-characters': () => 'must not contain control characters',
  'value/no-file-name': () => 'must be a file name',
  'value/folder': () => 'must be a file, not a folder',
  'value/path': () => 'must be a file name without folders',
  'value/file-name-too-long': ({ mostBytes }: { mostBytes: number }) =>
    `must be a file name of at most ${mostBytes} bytes`,
  'value/no-length': () => 'must be a number of pixels, or a percentage such as 12.5%',
  /** `minimum` is in pixels. */
  'value/length-too-short': ({ minimum }: { minimum: number }) =>
    `must be at least ${minimum} px, or a percentage above 0`,
  'value/no-point': () => 'must be two lengths, X and Y, such as `40, -25%`',
  'value/no-pair': ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `must be one or two numbers from ${minimum} to ${maximum}, such as 1.2 or \`1.2, 0.8\``,
  'value/no-edges': () => 'must be four lengths of at least 0 (top, right, bottom, left), such as `0, 10%, 0, 10%`',
  'value/no-padding': () => 'must be one to four lengths of at least 0, such as 20 or `10, 20`',
  'value/no-percentages': () => 'must be two percentages from 0% to 100%, X and Y, such as `50%, 0%`',
  'value/no-ground': () => 'must be a color such as #f80 or #ff8000, or `transparent`',
  'value/no-paint': () => 'must be a color such as #f80 or #ff8000, or with opacity, such as #ff800080',
  'value/no-signed-time': () =>
    'must be a whole number of frames, or seconds such as 1.5s; negative values start with `-`',
  'value/no-part-of-time': () => 'must be a whole number of frames, seconds such as 1.5s, or a percentage up to 100%',
  'value/no-easing': ({ names }: { names: readonly string[] }) =>
    `must be ${alternatives([...names, 'steps(n)', 'cubic-bezier(x1, y1, x2, y2) with x1 and x2 from 0 to 1'])}`,
  'value/no-handle': () => 'must be true, false, or two numbers, the first from 0 to 1, such as `0.333, 0`',
  /** `widest` is in pixels. */
  'value/no-outline': ({ widest }: { widest: number }) =>
    `must be a width up to ${widest} and a color, such as \`3, #000000\``,
  /** `widest` is in pixels. */
  'value/no-shadow': ({ widest }: { widest: number }) =>
    `must be X, Y, and blur, each up to ${widest}, and a color, such as \`0, 3, 8, #000000a0\``,
  'value/no-fonts': () => 'must be font names separated by commas, such as `Brand, Noto Sans`',
  /** The largest absolute values. */
  'value/no-matrix': ({ factor, summand }: { factor: number; summand: number }) =>
    `must be 12 or 20 numbers: rows of factors from -${factor} to ${factor}, each followed by an offset from -${summand} to ${summand}`,
  'value/no-gradient': ({ most }: { most: number }) =>
    `must be an angle and 2 to ${most} colors, such as \`90, #000, #f00 30%, #fff\``,
  'value/no-repeat': ({ most }: { most: number }) => `must be a whole number from 1 to ${most}, or forever`,
  'value/not-above-zero': () => 'must be greater than 0',
  'value/no-variable-name': () => 'can only contain letters, digits, `_`, `-` and `.`',
  'value/no-loudness': ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `must be a number from ${minimum} to ${maximum} (in LUFS), or none`,
  'value/no-item-name': () => 'must begin with a letter or `_`, and then have letters, digits, `_` and `-`',
  'value/no-position': () => 'must be a whole number other than 0; negative numbers count from the end',
  'value/no-list-placeholder': () => 'must be one placeholder of a list, such as `${products}` or `${= range(1, 5)}`',
  'value/no-fields': () => 'must have fields, such as `{"name": "Tea"}`',
  'value/no-language': () => 'must be a language tag such as de or pt-BR',
  'value/no-choices': () =>
    'must be values separated by commas, each `value` or `value: label`, such as `gold: Gold, silver`',
  'value/choice-twice': ({ choice }: { choice: string }) => `must have each value once; it has ${named(choice)} twice`,
  /** The first few choices of the variable. */
  'value/no-choice': ({ choices }: { choices: readonly string[] }) => `must be ${alternatives(someOf(choices))}`,
  'value/off-step': ({ step, from }: { step: number; from: number }) => `must be ${from} plus a multiple of ${step}`,
  'value/too-many-characters': ({ most, count }: { most: number; count: number }) =>
    `is too long: ${count} of ${most} characters`,
  /** The values are in frames. */
  'value/time-out-of-bounds': (bounds: Bounds) => `must be a time${within(bounds)}, in frames`,
});

export type ValueMessage = MessageIn<typeof valueMessages>;

/** Reasons why a placeholder is malformed. Each completes a sentence that starts with the placeholder. */
export const placeholderMessages = messages({
  'placeholder/not-closed': () => 'it isn’t closed; add `}`',
  /** Another placeholder starts before this one ends. */
  'placeholder/not-closed-before-next': () => 'it isn’t closed; add `}` before the next `${`',
  'placeholder/no-name': () => 'it has no variable name',
  'placeholder/bad-name': () => 'a variable name can only contain letters, digits, `_`, `-` and `.`',
  'placeholder/brace-in-default': () => 'a default that contains a brace must be in quotes',
  'placeholder/quote-not-closed': ({ quote }: { quote: string }) => `the quote ${quote} isn’t closed`,
  'placeholder/text-after-quotes': () => 'only `,` and options, or `}`, can follow the quoted default',
  'placeholder/too-many-parts': () => 'it has more than three parts; a default that contains a comma must be in quotes',
  'placeholder/unknown-option': ({ option }: { option: string }) =>
    `${named(option)} isn’t an option; use the letters U, L, T, and E`,
  'placeholder/contradicting-options': () => 'the options U and L contradict each other',
});

export type PlaceholderMessage = MessageIn<typeof placeholderMessages>;

function within({ minimum, maximum }: Bounds): string {
  if (minimum !== null && maximum !== null) return ` from ${minimum} to ${maximum}`;
  if (minimum !== null) return ` of at least ${minimum}`;
  return maximum === null ? '' : ` of at most ${maximum}`;
}

export interface ExpressionSyntax {
  /** The expression, shortened if it is long. */
  readonly expression: string;
  readonly reason: 'end' | 'token' | 'quote' | 'number' | 'name' | 'operator' | 'depth' | 'length';
  /** The text at fault; empty at the end. */
  readonly part: string;
  /** The correct operator; null for other reasons. */
  readonly meant: string | null;
}

export interface ExpressionValue {
  readonly expression: string;
  readonly reason: 'number' | 'zero' | 'large' | 'list' | 'record' | 'field' | 'item' | 'date' | 'empty' | 'argument';
  /** The text at fault. */
  readonly part: string;
  /** The first variable of the expression; null if it has none. */
  readonly variable: string | null;
  /** The value at fault as a text; absent if it has none. */
  readonly given?: string | undefined;
  /** The position of the item at fault in its list, counted from 1. */
  readonly item?: number | undefined;
  /** The kind of the valid values. Further kinds can be added. */
  readonly valid?: string | undefined;
  /** The smallest and the largest valid number, or the number of items. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** The valid texts, or the names of the fields. */
  readonly options?: readonly string[] | undefined;
  /** The character of a JSON text at which it is wrong, counted from 1. */
  readonly character?: number | undefined;
}

/** The faults of expressions. */
export const expressionMessages = messages({
  'expression/syntax': (values: ExpressionSyntax) =>
    `The expression ${named(values.expression)} can’t be read: ${syntaxReason(values)}.`,
  'expression/function': ({ name, meant }: { name: string; meant: string | null }) =>
    `There is no function ${named(name)}${meant === null ? '.' : `. Did you mean ${named(meant)}?`}`,
  'expression/arguments': ({ name, count, signature }: { name: string; count: number; signature: string }) =>
    `${named(name)} doesn’t take ${count === 1 ? '1 argument' : `${count} arguments`}. Write ${named(signature)}.`,
  'expression/value': (values: ExpressionValue) =>
    `The expression ${named(values.expression)} has no value: ${valueReason(values)}.`,
  'expression/too-slow': ({ expression, most }: { expression: string; most: number; variable: string | null }) =>
    `The expression ${named(expression)} takes more than ${most} steps. Use shorter lists.`,
  /** The steps of all expressions of a template together. The expression is the first without steps. */
  'expression/all-too-slow': ({ expression, most }: { expression: string; most: number }) =>
    `All expressions together take more than ${most} steps, so ${named(expression)} has no value. Use shorter lists, or repeat fewer elements.`,
  /** A moving number in a layer with too many frames to evaluate. */
  'expression/too-many-frames': ({ most, frames }: { most: number; frames: number }) =>
    `A text with an animated number can have up to ${most} frames; this layer has ${frames}.`,
  /** A variable without a value in an expression. */
  'expression/missing': ({ expression, variable }: { expression: string; variable: string }) =>
    `The variable ${named(variable)} has no value, and the expression ${named(expression)} needs one. ` +
    `Give it a value, or write ${named(`default(${variable}, …)`)}.`,
});

function syntaxReason({ expression, reason, part, meant }: ExpressionSyntax): string {
  switch (reason) {
    case 'end':
      return expression === ''
        ? 'it’s empty; write one between `${=` and `}`, such as `${= price * 2}`'
        : 'it ends too early';
    case 'token':
      return `${named(part)} isn’t expected here`;
    case 'quote':
      return `the quote before ${named(part.slice(1))} isn’t closed`;
    case 'number':
      return `${named(part)} isn’t a number; write up to 15 digits, and up to 15 after a point`;
    case 'name':
      return `${named(part)} isn’t the name of a variable`;
    case 'operator':
      return `write ${named(meant ?? '')} in place of ${named(part)}`;
    case 'depth':
      return 'it has more than 32 levels of parentheses';
    case 'length':
      return 'it has more than 4,000 characters';
  }
}

function valueReason(values: ExpressionValue): string {
  const { reason, given = '' } = values;
  const part = partWithValue(values);
  switch (reason) {
    case 'number':
      return `${part} isn’t a number${DECIMAL_COMMA.test(given) ? '; write a point before decimals' : ''}`;
    case 'zero':
      return `${part} is 0, and nothing can be divided by 0`;
    case 'large':
      return `the result of ${part} is too large`;
    case 'list':
      return listReason(values, part);
    case 'record':
      return `${part} is a record; use one of its fields${inList(': ', values.options)}`;
    case 'field':
      return `there is no field ${part}${inList('; the fields are ', values.options)}`;
    case 'item':
      return itemReason(values, part);
    case 'date':
      return values.valid === 'years'
        ? `the result for ${part} is outside of the years 1 to 9999`
        : `${part} isn’t a date such as 2026-11-28 from the year 1 to 9999`;
    case 'empty':
      return `the list ${part} is empty`;
    case 'argument':
      return values.valid === 'other'
        ? `the texts for ${part} need one for the category ${named('other')}`
        : `${part} isn’t valid here${validArgument(values)}`;
  }
}

/** A number with a comma before its decimals. */
const DECIMAL_COMMA = /^\s*-?[\d.]*,\d+\s*$/;

function inList(before: string, names: readonly string[] = []): string {
  return names.length === 0 ? '' : before + someOf(names).join(', ');
}

function listReason({ valid, character }: ExpressionValue, part: string): string {
  if (valid !== 'json') return `${part} is a list; use \`join\` for its text`;
  const cause = character === undefined ? 'it’s too long or too deep' : `its JSON is wrong at character ${character}`;
  return `${part} can’t be read as a list: ${cause}`;
}

function itemReason({ given, most }: ExpressionValue, part: string): string {
  if (most === 0) return given === undefined ? `the list ${part} is empty` : 'the list is empty';
  if (most === undefined) return `there is no item at ${part}`;
  return `there is no item at ${part}; the list has ${most === 1 ? '1 item' : `${most} items`}`;
}

/** Names the part at fault with its value, unless the part is the value. */
function partWithValue({ part, given, item }: ExpressionValue): string {
  const place = item === undefined ? named(part) : `item ${item} of ${named(part)}`;
  const isLiteral = given !== undefined && part.replace(/^(['"])(.*)\1$/s, '$2') === given;
  if (given === undefined || (isLiteral && item === undefined)) return place;
  return /^\s*$/.test(given) ? `${place} (an empty text)` : `${place} (“${shortened(given)}”)`;
}

function validArgument({ valid, least = 0, most = 0, options = [] }: ExpressionValue): string {
  switch (valid) {
    case 'whole':
      return `; write a whole number from ${least} to ${most}`;
    case 'options':
      return `; write ${alternatives(options.map(named))}`;
    case 'category':
      return `; write ${alternatives([...options.map(named), 'a number such as `=0`'])}`;
    case 'style':
      return `; write ${alternatives([...options.map(named), 'a pattern such as `d MMMM y`'])}`;
    case 'currency':
      return '; write three capital letters such as `EUR`';
    case 'language':
      return '; write a language tag such as `de`';
    case 'text':
      return '; write a text that isn’t empty';
    case 'character':
      return '; write one character';
    case 'duration':
      return '; write a pattern of the letters `d`, `h`, `m`, and `s`, such as `h:mm`';
    case 'color':
      return '; write a color such as `#f80` or `#ff8000`';
    case 'share':
      return '; write a number from 0 to 1';
    case 'positive':
      return '; write 0 or a larger number';
    case 'low':
      return `; the lower limit can be at most ${most}`;
    case 'step':
      return '; write a step other than 0';
    case 'count':
      return `; a range can have at most ${most} numbers`;
    default:
      return '';
  }
}
