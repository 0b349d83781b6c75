import { UNSIGNED_DECIMAL } from '../../lib/decimal-text.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import { limits } from '../document/limits.ts';
import type { RelativeTime } from '../values/animation.ts';
import type { Frames } from '../values/frame-rate.ts';
import { formatDecimal } from '../values/lengths.ts';
import { type AttributeType, number, time, type ValueRefusal } from './attribute-types.ts';

const PERCENT = new RegExp(`^\\s*(${UNSIGNED_DECIMAL})%\\s*$`);
const SIGN = /^\s*-/;

/** Creates a type of times in frames that can be negative. */
export function signedTime(): AttributeType<number> {
  const { parse, pattern } = time({ minimum: 0 });
  return {
    kind: 'signed-time',
    variableType: 'time',
    pattern: (pattern ?? '').replace('^\\s*', '^\\s*-?'),
    parse: (text, rate): Result<number, ValueRefusal> => {
      const isBelow = SIGN.test(text);
      const read = parse(isBelow ? text.trim().slice(1) : text, rate);
      if (read.ok) return ok((isBelow ? -read.value : read.value) + 0);
      return read.error.code === 'value/no-time' ? err(message('value/no-signed-time')) : read;
    },
    format: formatDecimal,
  };
}

/**
 * Creates a type of times and percentages of the parent's duration. `minimum` is in frames. If it is above 0, a
 * percentage must also be above 0.
 */
export function relativeTime({ minimum }: { readonly minimum: number }): AttributeType<RelativeTime> {
  const { parse, pattern } = time({ minimum });
  return {
    kind: 'part-of-time',
    variableType: 'time',
    minimum,
    pattern: `(?:${pattern})|(?:^\\s*${UNSIGNED_DECIMAL}%\\s*$)`,
    parse: (text, rate): Result<RelativeTime, ValueRefusal> => {
      const written = PERCENT.exec(text)?.[1];
      if (written === undefined) {
        const read = parse(text, rate);
        if (read.ok) return ok({ amount: read.value, unit: 'frames' });
        return read.error.code === 'value/no-time' ? err(message('value/no-part-of-time')) : read;
      }
      const amount = Number(written);
      return amount > 100 || (minimum > 0 && amount === 0)
        ? err(message('value/no-part-of-time'))
        : ok({ amount, unit: '%' });
    },
    format: ({ amount, unit }) => (unit === '%' ? `${formatDecimal(amount)}%` : formatDecimal(amount)),
  };
}

/** The length of a scene: a time, or `audio` for the length of its sounds. */
export type SceneLength = Frames | 'audio';

const AUDIO = 'audio';

/** Creates a type of scene lengths: a time of at least one frame, or `audio`. */
export function sceneLength(): AttributeType<SceneLength | null> {
  const { parse, pattern } = time({ minimum: 1 });
  return {
    kind: 'time',
    variableType: 'time',
    minimum: 1,
    pattern: `(?:${pattern})|(?:^\\s*${AUDIO}\\s*$)`,
    parse: (text, rate) => (text.trim() === AUDIO ? ok(AUDIO) : parse(text, rate)),
    format: (value) => (typeof value === 'number' ? formatDecimal(value) : AUDIO),
  };
}

/** Creates a type of repeat counts: an integer, or `forever`, which is infinite. */
export function repeat(): AttributeType<number> {
  return {
    kind: 'repeat',
    variableType: 'text',
    pattern: '^\\s*(?:[1-9]\\d{0,4}|forever)\\s*$',
    parse: (text) => {
      const value = text.trim();
      if (value === 'forever') return ok(Number.POSITIVE_INFINITY);
      const count = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      return count >= 1 && count <= limits.repeats
        ? ok(count)
        : err(message('value/no-repeat', { most: limits.repeats }));
    },
    format: (value) => (Number.isFinite(value) ? String(value) : 'forever'),
  };
}

const FACTOR = new RegExp(`^${UNSIGNED_DECIMAL}$`);
const DECIBELS = new RegExp(`^([+-]?${UNSIGNED_DECIMAL})\\s*dB$`);
/** The number of decibels that correspond to an amplitude factor of ten. */
const DECIBELS_OF_TEN = 20;

/** Creates a type of gains: an amplitude factor, or decibels such as `-6dB`, which are converted to a factor. */
export function gain({ maximum }: { readonly maximum: number }): AttributeType<number> {
  return {
    kind: 'gain',
    variableType: 'text',
    minimum: 0,
    maximum,
    pattern: `^\\s*(?:${UNSIGNED_DECIMAL}|[+-]?${UNSIGNED_DECIMAL}\\s*dB)\\s*$`,
    parse: (text) => {
      const value = text.trim();
      const decibels = DECIBELS.exec(value)?.[1];
      if (decibels === undefined && !FACTOR.test(value)) return err(message('value/no-gain', { maximum }));
      const factor = decibels === undefined ? Number(value) : 10 ** (Number(decibels) / DECIBELS_OF_TEN);
      return factor > maximum ? err(message('value/no-gain', { maximum })) : ok(factor);
    },
    format: formatDecimal,
  };
}

const NO_LOUDNESS = 'none';

/** Creates a type of loudness targets in LUFS: a number, or `none`, which is null. */
export function loudnessTarget(bounds: {
  readonly minimum: number;
  readonly maximum: number;
}): AttributeType<number | null> {
  const { parse, format, pattern } = number(bounds);
  return {
    kind: 'loudness',
    variableType: 'text',
    ...bounds,
    pattern: `(?:${pattern})|(?:^\\s*${NO_LOUDNESS}\\s*$)`,
    parse: (text, rate) => {
      if (text.trim() === NO_LOUDNESS) return ok(null);
      const parsed = parse(text, rate);
      return parsed.ok ? parsed : err(message('value/no-loudness', bounds));
    },
    format: (value) => (value === null ? NO_LOUDNESS : format(value)),
  };
}
