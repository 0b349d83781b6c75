import { assertNever } from '../../lib/assert.ts';
import type { Handle } from '../../template/values/animation.ts';
import type { Easing } from '../../template/values/easing.ts';

type Bezier = Pick<Extract<Easing, { kind: 'bezier' }>, 'x1' | 'y1' | 'x2' | 'y2'>;

const BACK = 1.70158;
/** `BACK` × 1.525: it reaches as far in half the time. */
const BACK_TWICE = 2.5949095;
/** Where the parabola of a bounce has its unit: its curve is written in 1 ÷ 2.75 of the time. */
const BOUNCE = 2.75;
/** What the parameter of a curve may be off; far below what a pixel or a byte shows. */
const EXACT = 1e-12;
const MOST_STEPS = 60;

/** Which part of the way lies behind a value at the part `u` of the time, 0 to 1. At 0 it is 0, at 1 it is 1. */
export function eased(easing: Easing, u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  switch (easing.kind) {
    case 'linear':
      return u;
    case 'bezier':
      return bezierAt(easing, u);
    case 'steps':
      return Math.floor(u * easing.count) / easing.count;
    case 'back-in':
      return backIn(u, BACK);
    case 'back-out':
      return 1 - backIn(1 - u, BACK);
    case 'back-in-out':
      return u <= 0.5 ? backIn(2 * u, BACK_TWICE) / 2 : 1 - backIn(2 - 2 * u, BACK_TWICE) / 2;
    case 'elastic-out':
      return 2 ** (-10 * u) * Math.sin(((10 * u - 0.75) * 2 * Math.PI) / 3) + 1;
    case 'bounce-out':
      return bounceOut(u * BOUNCE);
    default:
      return assertNever(easing);
  }
}

/**
 * An easing whose ends have handles: its first is at (p, p q), its second at (1 − p, 1 − p q), p being how far it reaches
 * and q the speed there. Where only one end has one, the other keeps that of the easing, if it is a curve with handles.
 */
export function withHandles(easing: Easing, easeIn: Handle | null, easeOut: Handle | null): Easing {
  if (easeIn === null && easeOut === null) return easing;
  const { x1, y1, x2, y2 } = easing.kind === 'bezier' ? easing : { x1: 0, y1: 0, x2: 1, y2: 1 };
  return {
    kind: 'bezier',
    x1: easeIn === null ? x1 : easeIn.reach,
    y1: easeIn === null ? y1 : easeIn.reach * easeIn.speed,
    x2: easeOut === null ? x2 : 1 - easeOut.reach,
    y2: easeOut === null ? y2 : 1 - easeOut.reach * easeOut.speed,
  };
}

function backIn(u: number, overshoot: number): number {
  return u * u * ((overshoot + 1) * u - overshoot);
}

function bounceOut(v: number): number {
  if (v < 1) return v * v;
  if (v < 2) return (v - 1.5) ** 2 + 0.75;
  if (v < 2.5) return (v - 2.25) ** 2 + 0.9375;
  return (v - 2.625) ** 2 + 0.984375;
}

/**
 * CSS Easing 1, 2.2: y at the parameter at which x is u. x rises with the parameter, since both handles lie within 0 and 1,
 * so the place is found by Newton's steps, and by halving where one would leave the stretch that it lies in.
 */
function bezierAt({ x1, y1, x2, y2 }: Bezier, u: number): number {
  let low = 0;
  let high = 1;
  let t = u;
  for (let step = 0; step < MOST_STEPS; step++) {
    const error = curve(x1, x2, t) - u;
    if (Math.abs(error) < EXACT) break;
    if (error > 0) high = t;
    else low = t;
    const next = t - error / slope(x1, x2, t);
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return curve(y1, y2, t);
}

/** One coordinate of a cubic Bézier curve from 0 to 1 with the handles `first` and `second`. */
function curve(first: number, second: number, t: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t;
}

function slope(first: number, second: number, t: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * first + 6 * rest * t * (second - first) + 3 * t * t * (1 - second);
}
