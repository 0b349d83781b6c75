import { easing as easingType } from '../../template/value-types/easing-type.ts';
import type { Easing } from '../../template/values/animation.ts';
import { eased } from '../../timeline/animation.ts';

type Bezier = Extract<Easing, { kind: 'bezier' }>;

/** How far `back-in` and `back-out` reach beyond. */
const BACK = 1.70158;

/**
 * What is left of an easing from that part of its time on, as an easing of its own. Curves of Bézier are cut exactly, and
 * those that can be written as one; others begin anew.
 */
export function easingFrom(easing: Easing, part: number): Easing {
  const curve = asBezier(easing);
  if (part <= 0 || part >= 1 || curve === null) return easing;
  const t = parameterAt(curve, part);
  const y = eased(curve, part);
  const [x2, y2] = [mixed(curve.x2, 1, t), mixed(curve.y2, 1, t)];
  const [x1, y1] = [mixed(mixed(curve.x1, curve.x2, t), x2, t), mixed(mixed(curve.y1, curve.y2, t), y2, t)];
  if (Math.abs(1 - y) < 1e-6) return { kind: 'linear' };
  const across = (value: number) => rounded(Math.min(1, Math.max(0, (value - part) / (1 - part))));
  const down = (value: number) => rounded((value - y) / (1 - y));
  return { kind: 'bezier', x1: across(x1), y1: down(y1), x2: across(x2), y2: down(y2) };
}

/** u² ((c + 1) u − c) is a cubic polynomial, and so is what it is turned around. */
function asBezier(easing: Easing): Bezier | null {
  const [x1, x2] = [1 / 3, 2 / 3];
  switch (easing.kind) {
    case 'bezier':
      return easing;
    case 'back-in':
      return { kind: 'bezier', x1, y1: 0, x2, y2: -BACK / 3 };
    case 'back-out':
      return { kind: 'bezier', x1, y1: 1 + BACK / 3, x2, y2: 1 };
    default:
      return null;
  }
}

/** Where on the curve x is that part, by halving. */
function parameterAt({ x1, x2 }: Bezier, part: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    const rest = 1 - middle;
    const x = 3 * rest * rest * middle * x1 + 3 * rest * middle * middle * x2 + middle ** 3;
    if (x < part) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function mixed(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0;
}

const type = easingType();

/**
 * The easing that goes the same way backwards: 1 − e(1 − u). Where the language has none, such as of `bounce-out`, the
 * easing itself; null stays null.
 */
export function reversedEasing(written: string | null): string | null {
  if (written === null) return null;
  const read = type.parse(written, null);
  return read.ok ? type.format(reversed(read.value)) : written;
}

function reversed(value: Easing): Easing {
  switch (value.kind) {
    case 'bezier':
      return { kind: 'bezier', x1: less(value.x2), y1: less(value.y2), x2: less(value.x1), y2: less(value.y1) };
    case 'back-in':
      return { kind: 'back-out' };
    case 'back-out':
      return { kind: 'back-in' };
    default:
      return value;
  }
}

/** 1 − n without what floats leave over, so that turning twice gives the same text. */
function less(value: number): number {
  return Math.round((1 - value) * 1e9) / 1e9 + 0;
}
