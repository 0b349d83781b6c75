import { DIGITS, UNSIGNED_DECIMAL, WHOLE_DIGITS } from '../../lib/decimal-text.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { ValueMessage } from '../../messages/values.en.ts';
import { limits } from '../document/limits.ts';
import { type Color, formatColor, parseColor } from '../values/color.ts';
import {
  decimalSecondsToFrames,
  type FrameRate,
  type Frames,
  formatFrameRate,
  frames,
  parseFrameRate,
} from '../values/frame-rate.ts';
import { formatDecimal } from '../values/lengths.ts';

/** The type of a variable, as forms and the answer of `GET /v1/sdlvariables` contain it. */
export type VariableType = 'media' | 'color' | 'time' | 'number' | 'boolean' | 'text';

/** The kind of a source: video or sound, a still image, a font, a color table, or captions. */
export type SourceKind = 'media' | 'image' | 'font' | 'table' | 'captions';

/** The reason why an attribute does not accept a text. */
export type ValueRefusal = ValueMessage;

/**
 * The parser and the formatter of an attribute value. The tables of elements and effects use one type per kind of
 * value.
 */
export interface AttributeType<Value> {
  readonly kind:
    | 'integer'
    | 'number'
    | 'boolean'
    | 'color'
    | 'choice'
    | 'time'
    | 'frame-rate'
    | 'text'
    | 'gain'
    | 'url'
    | 'asset'
    | 'length'
    | 'point'
    | 'origin'
    | 'pair'
    | 'edges'
    | 'padding'
    | 'percentages'
    | 'paint'
    | 'signed-time'
    | 'part-of-time'
    | 'easing'
    | 'handle'
    | 'outline'
    | 'shadow'
    | 'fonts'
    | 'condition'
    | 'cases'
    | 'variable-name'
    | 'choices'
    | 'matrix'
    | 'gradient'
    | 'repeat'
    | 'language'
    | 'background'
    | 'loudness';
  /** The type that the attribute implies for its variables. */
  readonly variableType: VariableType;
  /** The kind of source that an asset name or a URL refers to. */
  readonly source?: SourceKind;
  /** Values of a source attribute that are not file names. */
  readonly words?: readonly string[];
  /** The permitted values of a choice in menu order. */
  readonly options?: readonly Value[];
  /** The inclusive bounds. The bounds of a time are in frames. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The source of a regular expression for schemas. It matches every valid text, but may also match invalid ones. */
  readonly pattern?: string;
  /**
   * Parses a value. The error is the reason why the value is invalid. `rate` is null if the frame rate of the movie is
   * unknown.
   */
  parse(text: string, rate: FrameRate | null): Result<Value, ValueRefusal>;
  /** Formats a value independently of the locale. `parse` returns the same value for the text. */
  format(value: Value): string;
}

const TOO_MANY_DIGITS = new RegExp(`(\\d{${WHOLE_DIGITS}})\\d+`, 'g');

const EXPONENT = /(\d\.?)e[+-]?\d+/gi;

/**
 * Parses a value like `type.parse`, but with a specific error for a number with too many digits or an exponent, or out
 * of bounds.
 */
export function parseTyped<Value>(
  type: Pick<AttributeType<Value>, 'parse'>,
  written: string,
  rate: FrameRate | null,
): Result<Value, ValueRefusal> {
  const read = type.parse(written, rate);
  if (read.ok) return read;
  const plain = written.replace(EXPONENT, '$1');
  if (plain !== written && type.parse(plain, rate).ok) return err(message('value/exponent'));
  const shortened = written.replace(TOO_MANY_DIGITS, '$1');
  if (shortened === written) return read;
  const again = type.parse(shortened, rate);
  if (again.ok) return err(message('value/too-many-digits', { most: WHOLE_DIGITS, decimals: DIGITS }));
  return again.error.code === read.error.code ? read : again;
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

const WHOLE = /^\d{1,15}$/;
const DECIMAL = new RegExp(`^[+-]?${UNSIGNED_DECIMAL}$`);
const SECONDS = new RegExp(`^(${UNSIGNED_DECIMAL})\\s*s$`);
/**
 * The frame rate for checking times if the rate of the movie is unknown. A time that is invalid at this rate is invalid
 * at any rate.
 */
const FASTEST_RATE: FrameRate = { numerator: 240, denominator: 1 };
const TIME_TOO_LONG = message('value/time-too-long', { hours: limits.seconds / 3600 });

export function integer(bounds: Bounds): AttributeType<number> {
  return {
    kind: 'integer',
    variableType: 'number',
    ...bounds,
    pattern: '^\\s*\\d{1,15}\\s*$',
    parse: (text) => {
      const value = text.trim();
      return WHOLE.test(value)
        ? withinBounds(Number(value), bounds)
        : err(message('value/no-whole-number', bothOf(bounds)));
    },
    format: formatDecimal,
  };
}

/** Creates a type of positions in a list: whole numbers except 0. Negative numbers count from the end. */
export function itemPosition(): AttributeType<number> {
  return {
    kind: 'number',
    variableType: 'number',
    pattern: '^\\s*-?0*[1-9]\\d{0,14}\\s*$',
    parse: (written) => {
      const value = written.trim();
      return /^-?\d{1,15}$/.test(value) && Number(value) !== 0 ? ok(Number(value)) : err(message('value/no-position'));
    },
    format: formatDecimal,
  };
}

export function number(bounds: Bounds): AttributeType<number> {
  return {
    kind: 'number',
    variableType: 'number',
    ...bounds,
    pattern: `^\\s*[+-]?${UNSIGNED_DECIMAL}\\s*$`,
    parse: (text) => {
      const value = text.trim();
      if (!DECIMAL.test(value)) return err(message('value/no-number', bothOf(bounds)));
      // Adding zero converts −0 to 0.
      return withinBounds(Number(value) + 0, bounds);
    },
    format: formatDecimal,
  };
}

export function boolean(): AttributeType<boolean> {
  return {
    kind: 'boolean',
    variableType: 'boolean',
    options: [true, false],
    pattern: '^\\s*(?:true|false)\\s*$',
    parse: (text) => {
      const value = text.trim();
      return value === 'true' || value === 'false' ? ok(value === 'true') : err(message('value/no-boolean'));
    },
    format: String,
  };
}

export function colorType(): AttributeType<Color> {
  return {
    kind: 'color',
    variableType: 'color',
    pattern: '^\\s*#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\\s*$',
    parse: parseColor,
    format: formatColor,
  };
}

/** Creates a type of keywords. The keywords must not contain special characters of regular expressions. */
export function choice<const Options extends readonly string[]>(options: Options): AttributeType<Options[number]> {
  return {
    kind: 'choice',
    variableType: 'text',
    options,
    pattern: `^\\s*(?:${options.join('|')})\\s*$`,
    parse: (text) => {
      const value = options.find((option) => option === text.trim());
      return value === undefined ? err(message('value/no-option', { options })) : ok(value);
    },
    format: String,
  };
}

/**
 * Creates a type of times. A plain integer is a number of frames. A time such as `1.5s` is in seconds and rounded to
 * the nearest frame, halves up.
 */
export function time(bounds: { readonly minimum: number }): AttributeType<Frames> {
  const { minimum } = bounds;
  return {
    kind: 'time',
    variableType: 'time',
    minimum,
    pattern: `^\\s*(?:\\d{1,15}|${UNSIGNED_DECIMAL}\\s*s)\\s*$`,
    parse: (text, rate) => {
      const value = text.trim();
      if (WHOLE.test(value)) return asFrames(Number(value), minimum, rate);
      const seconds = SECONDS.exec(value)?.[1];
      if (seconds === undefined) return err(/^\d+$/.test(value) ? TIME_TOO_LONG : message('value/no-time'));
      if (Number(seconds) > limits.seconds) return err(TIME_TOO_LONG);
      const rounded = decimalSecondsToFrames(seconds, rate ?? FASTEST_RATE);
      if (rounded < minimum) return err(message('value/time-rounds-to-nothing', { minimum, written: value }));
      // The number of frames is unknown. Another check reports the missing frame rate.
      return ok(rate === null ? frames(minimum) : rounded);
    },
    format: formatDecimal,
  };
}

export function frameRateType(): AttributeType<FrameRate> {
  return {
    kind: 'frame-rate',
    variableType: 'text',
    pattern: '^\\s*\\d{1,9}(?:\\s*/\\s*\\d{1,9})?\\s*$',
    parse: parseFrameRate,
    format: formatFrameRate,
  };
}

export function text(): AttributeType<string> {
  return { kind: 'text', variableType: 'text', parse: ok, format: String };
}

function withinBounds(value: number, bounds: Bounds): Result<number, ValueRefusal> {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = bounds;
  return value < minimum || value > maximum ? err(message('value/out-of-bounds', bothOf(bounds))) : ok(value);
}

function bothOf({ minimum = null, maximum = null }: { [Bound in keyof Bounds]: Bounds[Bound] | null }) {
  return { minimum, maximum };
}

function asFrames(count: number, minimum: number, rate: FrameRate | null): Result<Frames, ValueRefusal> {
  if (count < minimum) return err(message('value/time-too-short', { minimum }));
  const { numerator, denominator } = rate ?? FASTEST_RATE;
  return count > (limits.seconds * numerator) / denominator ? err(TIME_TOO_LONG) : ok(frames(count));
}

/**
 * The meaning of a time for its element: its duration, its start in the parent, or its in-point in the source. Trim,
 * split, and slip change these times. All other times, such as fades, change only with the frame rate.
 */
export type TimeMeaning = 'length' | 'start' | 'in-point';

/**
 * An attribute of an element or an effect, with the data that the parser, the forms, XML completion, and the reference
 * need.
 */
export interface AttributeSpec<Value> {
  readonly type: AttributeType<Value>;
  readonly label: string;
  /** The description as one sentence, for the reference, tooltips, and the JSON schema. */
  readonly description: string;
  /** How an absent attribute is treated: as an error, or as this value. */
  readonly absent: { readonly required: true } | { readonly default: Value };
  /** The value that the editor writes when it adds the attribute. The slider marks it as neutral. */
  readonly initial?: Value;
  /** The alternative names. */
  readonly aliases?: readonly string[];
  /** The displayed unit, such as `px`, `rad`, or `frames`. */
  readonly unit?: string;
  /** The meaning of the time; absent if the attribute is not a time. */
  readonly time?: TimeMeaning;
  /**
   * The permitted options by the `type` of the element, if they depend on it. If a type is missing, it has no options.
   */
  readonly optionsByType?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the options that an attribute can have in an element of this type, in the notation of the template language.
 */
export function permittedOptions({ type, optionsByType }: AttributeSpec<unknown>, elementType: string | null) {
  const all = (type.options ?? []).map((option) => type.format(option));
  const permitted = elementType === null ? undefined : optionsByType?.[elementType];
  return permitted === undefined ? all : all.filter((option) => permitted.includes(option));
}

/** A table of attributes by name. The specification of each attribute has the type of its value. */
export type AttributeSpecs = Readonly<Record<string, AttributeSpec<unknown>>>;

/** The parsed values of a table of attributes. */
export type ValuesOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends AttributeSpec<infer Value> ? Value : never;
};
