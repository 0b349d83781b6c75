import { err, ok, type Result } from '../lib/result.ts';
import { type Color, parseColor } from './color.ts';
import { type FrameRate, type Frames, frames, parseFrameRate, secondsToFrames } from './frame-rate.ts';

/** What a variable is offered as in forms and listed as in `sdlvariables`. */
export type VariableType = 'media' | 'color' | 'time' | 'number' | 'boolean' | 'text';

/** How the text of an attribute becomes a value. One per kind of value; the element and effect tables are made of them. */
export interface AttributeType<Value> {
  readonly kind: 'integer' | 'number' | 'boolean' | 'color' | 'choice' | 'time' | 'frame-rate' | 'text' | 'url' | 'asset';
  /** What a variable used in such an attribute is taken for. */
  readonly variableType: VariableType;
  /** Allowed values of a choice, in the order in which forms show them. */
  readonly options?: readonly Value[];
  /** Bounds, both inclusive, of what has a size. For `time` in frames. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Reads a value; the error completes the sentence "`name` …". `rate` is null while the movie's own is unknown. */
  parse(text: string, rate: FrameRate | null): Result<Value, string>;
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Frames that any time may count: 24 hours at 240 frames a second. */
const LONGEST_FRAMES = 24 * 3600 * 240;
const LONGEST_SECONDS = 24 * 3600;
const DECIMAL = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;

export function integer(bounds: Bounds): AttributeType<number> {
  return {
    kind: 'integer',
    variableType: 'number',
    ...bounds,
    parse: (text) => {
      if (!/^\d{1,15}$/.test(text.trim())) return err(`must be a whole number${between(bounds)}`);
      return withinBounds(Number(text.trim()), bounds);
    },
  };
}

export function number(bounds: Bounds): AttributeType<number> {
  return {
    kind: 'number',
    variableType: 'number',
    ...bounds,
    parse: (text) => {
      if (!DECIMAL.test(text.trim())) return err(`must be a number such as 0.5${between(bounds)}`);
      return withinBounds(Number(text.trim()), bounds);
    },
  };
}

export function boolean(): AttributeType<boolean> {
  return {
    kind: 'boolean',
    variableType: 'boolean',
    options: [true, false],
    parse: (text) => {
      const value = text.trim();
      return value === 'true' || value === 'false' ? ok(value === 'true') : err('must be true or false');
    },
  };
}

export function color(): AttributeType<Color> {
  return { kind: 'color', variableType: 'color', parse: parseColor };
}

export function choice<const Options extends readonly string[]>(options: Options): AttributeType<Options[number]> {
  return {
    kind: 'choice',
    variableType: 'text',
    options,
    parse: (text) => {
      const value = options.find((option) => option === text.trim());
      return value === undefined ? err(`must be ${alternatives(options)}`) : ok(value);
    },
  };
}

/** A bare whole number counts frames; `1.5s` counts seconds, rounded to the nearest frame. */
export function time(bounds: { readonly minimum: number }): AttributeType<Frames> {
  return {
    kind: 'time',
    variableType: 'time',
    minimum: bounds.minimum,
    parse: (text, rate) => {
      const value = text.trim();
      const seconds = /^(.*[\d.])\s*s$/.exec(value)?.[1];
      if (seconds === undefined && !/^\d{1,15}$/.test(value))
        return err('must be a whole number of frames, or seconds such as 1.5s');
      if (seconds === undefined) return asFrames(Number(value), bounds.minimum);
      if (!DECIMAL.test(seconds) || Number(seconds) < 0)
        return err('must be a whole number of frames, or seconds such as 1.5s');
      if (Number(seconds) > LONGEST_SECONDS) return err('must be at most 24 hours');
      // Without a rate only the spelling can be judged; the missing rate has a problem of its own.
      if (rate === null) return ok(frames(bounds.minimum));
      const rounded = secondsToFrames(Number(seconds), rate);
      if (rounded < bounds.minimum) return err(`must be at least ${bounds.minimum} frame, and ${value} is less than half a frame`);
      return asFrames(rounded, bounds.minimum);
    },
  };
}

export function frameRateType(): AttributeType<FrameRate> {
  return { kind: 'frame-rate', variableType: 'text', parse: parseFrameRate };
}

export function text(): AttributeType<string> {
  return { kind: 'text', variableType: 'text', parse: ok };
}

export function url(): AttributeType<string> {
  return {
    kind: 'url',
    variableType: 'media',
    parse: (value) => {
      const address = value.trim();
      const match = /^(https?):\/\/([^/?#\s]+)([^\s]*)$/i.exec(address);
      if (!match) return err('must be an address that begins with http:// or https://');
      if (match[2]?.includes('@')) return err('must not hold a user name or password');
      return ok(address);
    },
  };
}

/** The name of a file, one path segment: never a way out of the folder or project it is looked up in. */
export function assetName(): AttributeType<string> {
  return {
    kind: 'asset',
    variableType: 'media',
    parse: (value) => {
      if (value === '') return err('must name a file');
      if (value === '.' || value === '..') return err('must name a file, not a folder');
      if (/[/\\]/.test(value)) return err('must be a file name without folders');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
      if (/[\u0000-\u001f\u007f]/.test(value)) return err('must not hold control characters');
      return ok(value);
    },
  };
}

function withinBounds(value: number, bounds: Bounds): Result<number, string> {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = bounds;
  return value < minimum || value > maximum ? err(`must be a number${between(bounds)}`) : ok(value);
}

function between({ minimum, maximum }: Bounds): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function asFrames(count: number, minimum: number): Result<Frames, string> {
  if (count < minimum) return err(`must be at least ${minimum}`);
  return count > LONGEST_FRAMES ? err('must be at most 24 hours') : ok(frames(count));
}

function alternatives(options: readonly string[]): string {
  return options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;
}
