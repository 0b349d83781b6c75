import { ok } from '../../lib/result.ts';
import { type Point, percent } from '../values/lengths.ts';
import type { AttributeType } from './attribute-types.ts';
import { point } from './length-types.ts';

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

/** A place of the frame by its name, or as a point from the upper left corner. */
export function origin(): AttributeType<Point> {
  const { parse, format, pattern } = point();
  const wholly = `^\\s*(?:${NAMES.join('|')})\\s*$`;
  return {
    kind: 'origin',
    variableType: 'text',
    options: Object.values(NAMED),
    pattern: `(?:${wholly})|(?:${pattern})`,
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
