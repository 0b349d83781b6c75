import { err, ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import {
  DECIMAL,
  decimalOf,
  type Edges,
  formatDecimal,
  type Length,
  type Pair,
  type Point,
  partsOf,
  percent,
  pixels,
  VALUE_SEPARATOR,
} from '../values/lengths.ts';
import type { AttributeType } from './attribute-types.ts';

const LENGTH = `${DECIMAL}%?`;
const ONE = `^\\s*${LENGTH}\\s*$`;
const TWO = `^\\s*${LENGTH}${VALUE_SEPARATOR}${LENGTH}\\s*$`;
const FOUR = `^\\s*${LENGTH}(?:${VALUE_SEPARATOR}${LENGTH}){3}\\s*$`;
const ONE_TO_FOUR = `^\\s*${LENGTH}(?:${VALUE_SEPARATOR}${LENGTH}){0,3}\\s*$`;
const ONE_OR_TWO_NUMBERS = `^\\s*${DECIMAL}(?:${VALUE_SEPARATOR}${DECIMAL})?\\s*$`;
const PERCENTAGES = `^\\s*${DECIMAL}%${VALUE_SEPARATOR}${DECIMAL}%\\s*$`;

const isOne = new RegExp(ONE);
const isTwo = new RegExp(TWO);
const isFour = new RegExp(FOUR);
const isOneToFour = new RegExp(ONE_TO_FOUR);
const isPair = new RegExp(ONE_OR_TWO_NUMBERS);
const arePercentages = new RegExp(PERCENTAGES);

/**
 * Creates a type of lengths in pixels or percent. `minimum` is in pixels. If it is above 0, a percentage must also be
 * above 0. If it is 0, a percentage may be 0.
 */
export function length({ minimum }: { readonly minimum?: number } = {}): AttributeType<Length> {
  return {
    kind: 'length',
    variableType: 'text',
    ...(minimum !== undefined && { minimum }),
    pattern: ONE,
    parse: (text) => {
      if (!isOne.test(text)) return err(message('value/no-length'));
      const value = lengthOf(text.trim());
      const isEnough =
        minimum === undefined || (value.unit === 'px' || minimum === 0 ? value.amount >= minimum : value.amount > 0);
      return isEnough ? ok(value) : err(message('value/length-too-short', { minimum }));
    },
    format: formatLength,
  };
}

/** Creates a type of points: a horizontal and a vertical length. */
export function point(): AttributeType<Point> {
  return {
    kind: 'point',
    variableType: 'text',
    pattern: TWO,
    parse: (text) => {
      if (!isTwo.test(text)) return err(message('value/no-point'));
      const [across = '', down = ''] = partsOf(text);
      return ok({ across: lengthOf(across), down: lengthOf(down) });
    },
    format: formatPoint,
  };
}

/** Creates a type of factor pairs. A single factor applies to both axes. */
export function pair({
  minimum,
  maximum,
}: {
  readonly minimum: number;
  readonly maximum: number;
}): AttributeType<Pair> {
  return {
    kind: 'pair',
    variableType: 'text',
    minimum,
    maximum,
    pattern: ONE_OR_TWO_NUMBERS,
    parse: (text) => {
      if (!isPair.test(text)) return err(message('value/no-pair', { minimum, maximum }));
      const [first = '', second = first] = partsOf(text);
      const value = { across: decimalOf(first), down: decimalOf(second) };
      const isWithin = [value.across, value.down].every((factor) => factor >= minimum && factor <= maximum);
      return isWithin ? ok(value) : err(message('value/no-pair', { minimum, maximum }));
    },
    format: ({ across, down }) =>
      across === down ? formatDecimal(across) : `${formatDecimal(across)}, ${formatDecimal(down)}`,
  };
}

/** Creates a type of four non-negative lengths: top, right, bottom, left. */
export function edges(): AttributeType<Edges> {
  return {
    kind: 'edges',
    variableType: 'text',
    pattern: FOUR,
    parse: (text) => (isFour.test(text) ? edgesOf(text, 'value/no-edges') : err(message('value/no-edges'))),
    format: ({ top, right, bottom, left }) => [top, right, bottom, left].map(formatLength).join(', '),
  };
}

/** Creates a type of one to four non-negative lengths, as in the `padding` of CSS. */
export function padding(): AttributeType<Edges> {
  return {
    kind: 'padding',
    variableType: 'text',
    pattern: ONE_TO_FOUR,
    parse: (text) => (isOneToFour.test(text) ? edgesOf(text, 'value/no-padding') : err(message('value/no-padding'))),
    format: ({ top, right, bottom, left }) => {
      const [one, two, three, four] = [top, right, bottom, left].map(formatLength);
      if (one === two && one === three && one === four) return String(one);
      if (one === three && two === four) return `${one}, ${two}`;
      return two === four ? `${one}, ${two}, ${three}` : `${one}, ${two}, ${three}, ${four}`;
    },
  };
}

/** Creates a type of two percentages from 0 to 100, parsed as factors from 0 to 1. */
export function percentages(): AttributeType<Pair> {
  return {
    kind: 'percentages',
    variableType: 'text',
    pattern: PERCENTAGES,
    parse: (text) => {
      if (!arePercentages.test(text)) return err(message('value/no-percentages'));
      const [across = 0, down = 0] = partsOf(text).map((part) => decimalOf(part.slice(0, -1)) / 100);
      const areWithin = [across, down].every((factor) => factor >= 0 && factor <= 1);
      return areWithin ? ok({ across, down }) : err(message('value/no-percentages'));
    },
    format: ({ across, down }) => `${formatDecimal(across * 100)}%, ${formatDecimal(down * 100)}%`,
  };
}

function edgesOf(text: string, refusal: 'value/no-edges' | 'value/no-padding') {
  const [top = pixels(0), right = top, bottom = top, left = right] = partsOf(text).map(lengthOf);
  const read: Edges = { top, right, bottom, left };
  const isBelow = [top, right, bottom, left].some(({ amount }) => amount < 0);
  return isBelow ? err(message(refusal)) : ok(read);
}

export function lengthOf(written: string): Length {
  return written.endsWith('%')
    ? { amount: decimalOf(written.slice(0, -1)), unit: '%' }
    : { amount: decimalOf(written), unit: 'px' };
}

export function formatLength({ amount, unit }: Length): string {
  return unit === '%' ? `${formatDecimal(amount)}%` : formatDecimal(amount);
}

function formatPoint({ across, down }: Point): string {
  return `${formatLength(across)}, ${formatLength(down)}`;
}

const NAMED: Readonly<Record<string, Point>> = {
  center: pointAt(50, 50),
  top: pointAt(50, 0),
  bottom: pointAt(50, 100),
  left: pointAt(0, 50),
  right: pointAt(100, 50),
  topleft: pointAt(0, 0),
  topright: pointAt(100, 0),
  bottomleft: pointAt(0, 100),
  bottomright: pointAt(100, 100),
};
const NAMES = Object.keys(NAMED);

/** Creates a type of reference points: a named point of the frame, or a position from the upper left corner. */
export function origin(): AttributeType<Point> {
  const { parse, format, pattern } = point();
  const namePattern = `^\\s*(?:${NAMES.join('|')})\\s*$`;
  return {
    kind: 'origin',
    variableType: 'text',
    options: Object.values(NAMED),
    pattern: `(?:${namePattern})|(?:${pattern})`,
    parse: (text, rate) => {
      const name = text.trim();
      const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
      return named === undefined ? parse(text, rate) : ok(named);
    },
    format: (value) => NAMES.find((name) => isSame(NAMED[name], value)) ?? format(value),
  };
}

function pointAt(across: number, down: number): Point {
  return { across: percent(across), down: percent(down) };
}

function isSame(one: Point | undefined, other: Point): boolean {
  return (
    one?.across.unit === other.across.unit &&
    one.down.unit === other.down.unit &&
    one.across.amount === other.across.amount &&
    one.down.amount === other.down.amount
  );
}
