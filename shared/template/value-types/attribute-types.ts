import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { MessageIn } from '../../messages/message-in.ts';
import type { ValueMessages } from '../../messages/templates/value-messages.ts';
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
import { formatDecimal, UNSIGNED_DECIMAL } from '../values/lengths.ts';

/** What a variable is offered as in forms and listed as in `sdlvariables`. */
export type VariableType = 'media' | 'color' | 'time' | 'number' | 'boolean' | 'text';

/** What a source is: pictures or sound that run, a still picture, a font, a table of colours, or captions. */
export type SourceKind = 'media' | 'image' | 'font' | 'table' | 'captions';

/** Why an attribute does not take a text. */
export type ValueRefusal = MessageIn<ValueMessages>;

/** How the text of an attribute becomes a value. One per kind of value; the element and effect tables are made of them. */
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
    | 'repeat';
  /** What a variable used in such an attribute is taken for. */
  readonly variableType: VariableType;
  /** Of an asset or an address: what it leads to. */
  readonly source?: SourceKind;
  /** Allowed values of a choice, in the order in which forms show them. */
  readonly options?: readonly Value[];
  /** Bounds, both inclusive, of what has a size. For `time` in frames. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Source of a regular expression that every text that is read matches, for schemas; not all that matches is read. */
  readonly pattern?: string;
  /** Reads a value, or says why it is not one. `rate` is null while the movie's own is unknown. */
  parse(text: string, rate: FrameRate | null): Result<Value, ValueRefusal>;
  /** Prints a value so that `parse` reads the same one back, whatever the locale. */
  format(value: Value): string;
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

const WHOLE = /^\d{1,15}$/;
const DECIMAL = new RegExp(`^[+-]?${UNSIGNED_DECIMAL}$`);
const SECONDS = new RegExp(`^(${UNSIGNED_DECIMAL})\\s*s$`);
/** What a time is judged by while the movie's own rate is unknown: what is refused at this one is so at every other. */
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

export function number(bounds: Bounds): AttributeType<number> {
  return {
    kind: 'number',
    variableType: 'number',
    ...bounds,
    pattern: `^\\s*[+-]?${UNSIGNED_DECIMAL}\\s*$`,
    parse: (text) => {
      const value = text.trim();
      if (!DECIMAL.test(value)) return err(message('value/no-number', bothOf(bounds)));
      // Adding zero makes -0 plain zero.
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

export function color(): AttributeType<Color> {
  return {
    kind: 'color',
    variableType: 'color',
    pattern: '^\\s*#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\\s*$',
    parse: parseColor,
    format: formatColor,
  };
}

/** One of some words, none of which has a sign that means something in a regular expression. */
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

/** A bare whole number counts frames; `1.5s` counts seconds, rounded to the nearest frame, halves up. */
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
      if (seconds === undefined) return err(message('value/no-time'));
      if (Number(seconds) > limits.seconds) return err(TIME_TOO_LONG);
      const rounded = decimalSecondsToFrames(seconds, rate ?? FASTEST_RATE);
      if (rounded < minimum) return err(message('value/time-rounds-to-nothing', { minimum, written: value }));
      // Without a rate this is no number of frames; the missing rate has a problem of its own.
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
 * What a time says of its element: how long it lasts, when it begins in what it stands in, or where its source begins. Trim,
 * split and slip change these; other times, such as fades, have none and only follow the movie's rate.
 */
export type TimeMeaning = 'length' | 'start' | 'in-point';

/** One attribute of an element or effect: all that the parser, the forms, the completion and the reference need. */
export interface AttributeSpec<Value> {
  readonly type: AttributeType<Value>;
  readonly label: string;
  /** One sentence for the reference, the hover text and the JSON Schema. */
  readonly description: string;
  /** Without the attribute: it is an error, or this value holds. */
  readonly absent: { readonly required: true } | { readonly default: Value };
  /** What the editor writes when it adds the attribute; the slider's neutral mark. */
  readonly initial?: Value;
  /** Other spellings that are read. */
  readonly aliases?: readonly string[];
  /** For people: `px`, `rad`, `frames`. */
  readonly unit?: string;
  /** Of a time. */
  readonly time?: TimeMeaning;
}

/** A table of attributes by name; each keeps the type of its own value. */
export type AttributeSpecs = Readonly<Record<string, AttributeSpec<unknown>>>;

/** The typed values that a table of attributes is read into. */
export type ValuesOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends AttributeSpec<infer Value> ? Value : never;
};
