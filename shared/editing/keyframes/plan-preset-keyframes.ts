import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { easing as easingType } from '../../template/value-types/easing-type.ts';
import type { Easing, KeyProperty as LayerProperty, PresetAnimation, Side } from '../../template/values/animation.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import { inPixels, type Length, type Pair, type Point } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { eased, type MovingValue } from '../../timeline/animation.ts';
import { easingOf, type PresetChange, presetAt, presetSpan } from '../../timeline/presets.ts';
import type { KeyCommand } from '../model/commands.ts';
import { planned } from '../planning/planned.ts';
import type { Plan, Planning } from '../planning/planning.ts';
import { animatedProperties, valueAt } from './animated.ts';
import { type KeySubject, keySubject, withKeys } from './plan-set-keyframes.ts';
import { spellingIn } from './read-keyframes.ts';

type FromPreset = Extract<KeyCommand, { type: 'key/from-preset' }>;

/**
 * Plans the replacement of a preset with two equivalent keyframes, which apply the change of the preset to the values
 * of the property. Returns an error for repeated presets, and for presets that move a window or divide a text.
 */
export function planPresetKeys(planning: Planning, command: FromPreset): Plan {
  const { animation, played, length } = command;
  const indexed = planning.index.elements.get(animation);
  const rate = planning.rate();
  if (indexed?.parent == null || rate === null) return err(message('edit/gone'));
  const { begin, once } = presetSpan(played, length, rate);
  const span = { from: begin - 1, to: begin + once };
  const from = Math.max(0, span.from);
  const ends = [from, span.to].map((frame) => ({ frame, change: presetAt(played, frame, length, rate) }));
  const name = propertyAnimatedBy(played, length, rate);
  if (name === null) return err(message('edit/preset-without-keys', { preset: played.preset.type }));
  const subject = keySubject(planning, indexed.parent.id, name, length);
  if (!subject.ok) return subject;
  const base = baseValue(planning, subject.value, command, [from, span.to]);
  if (!base.ok) return base;
  const type = easingType();
  const part = (from - span.from) / (span.to - span.from);
  const easing = type.format(easingFrom(easingOf(played), part));
  const keys = ends.map(({ frame, change }, at) => ({
    frame,
    value: subject.value.property.spec.type.format(changedValue(base.value, change, command.whole)),
    easing: at === 0 ? easing : null,
  }));
  const edits = withKeys(planning, subject.value, length, keys);
  return planned(
    edits.ok ? ok([...edits.value, { type: 'remove-node', node: animation }]) : edits,
    message('step/preset-to-keys', { preset: played.preset.type }),
  );
}

/**
 * Returns the property whose keyframes can replace a preset; null if there is none. `length` is the length of the layer
 * in frames.
 */
export function propertyAnimatedBy(played: PresetAnimation, length: number, rate: FrameRate): LayerProperty | null {
  if (played.repeat !== 1) return null;
  const { begin } = presetSpan(played, length, rate);
  return propertyOf(presetAt(played, Math.max(0, begin - 1), length, rate));
}

function propertyOf(change: PresetChange | undefined): LayerProperty | null {
  switch (change?.kind) {
    case 'opacity':
    case 'scale':
    case 'rotation':
      return change.kind;
    case 'slide':
      return 'position';
    default:
      return null;
  }
}

/**
 * Returns the value of the property without the preset. Returns an error if the value differs between the two frames.
 */
function baseValue(
  planning: Planning,
  { owner, property }: KeySubject,
  { length, whole, played }: FromPreset,
  [from, to]: readonly [number, number],
): Result<MovingValue, Message> {
  const animated = animatedProperties(planning, owner.id, length).find(({ name }) => name === property.name);
  if (animated !== undefined) {
    const [first, last] = [from, to].map((frame) => valueAt(animated, frame, whole));
    const hasKeysBetween = animated.keys.some(({ frame }) => frame > from && frame < to);
    if (first == null || hasKeysBetween || JSON.stringify(first) !== JSON.stringify(last))
      return err(message('edit/preset-over-keys', { preset: played.preset.type }));
    return ok(first);
  }
  const text = planning.resolved(owner, spellingIn(owner, property.attribute, property.attributeSpec));
  if (text?.kind === 'text') {
    const read = property.spec.type.parse(text.text, planning.rate());
    if (read.ok) return ok(read.value as MovingValue);
  }
  return 'default' in property.attributeSpec.absent
    ? ok(property.attributeSpec.absent.default as MovingValue)
    : err(message('edit/no-value', { what: message('subject/value') }));
}

function changedValue(value: MovingValue, change: PresetChange, whole: Size): MovingValue {
  switch (change.kind) {
    case 'opacity':
      return exact((value as number) * change.factor);
    case 'rotation':
      return exact((value as number) + change.degrees);
    case 'scale': {
      const { across, down } = value as Pair;
      return { across: exact(across * change.factor), down: exact(down * change.factor) };
    }
    case 'slide': {
      const { across, down } = value as Point;
      const { x, y } = slideOffset(change.side, change.distance, whole);
      return {
        across: shifted(across, change.part * x, whole.width),
        down: shifted(down, change.part * y, whole.height),
      };
    }
    default:
      return value;
  }
}

/**
 * Returns the distance and direction of a slide. The default distance is the width or height of the frame, so the layer
 * starts outside the frame from any resting position.
 */
function slideOffset(side: Side, distance: Length | null, { width, height }: Size) {
  const along = side === 'left' || side === 'right' ? width : height;
  const far = distance === null ? along : inPixels(distance, along);
  if (side === 'left') return { x: -far, y: 0 };
  if (side === 'right') return { x: far, y: 0 };
  return { x: 0, y: side === 'top' ? -far : far };
}

function shifted({ amount, unit }: Length, pixels: number, whole: number): Length {
  return { amount: exact(amount + (unit === '%' ? (pixels * 100) / whole : pixels)), unit };
}

/** Removes the rounding errors of floating-point calculations. */
function exact(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

type Bezier = Extract<Easing, { kind: 'bezier' }>;

/** The overshoot of `back-in` and `back-out`. */
const BACK = 1.70158;

/**
 * Returns the remaining part of an easing from the progress `part` on, as a separate easing. Splits Bézier curves
 * exactly, including easings that equal a Bézier curve. Other easings start again.
 */
function easingFrom(easing: Easing, part: number): Easing {
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

/**
 * Returns an easing as a Bézier curve; null if no Bézier curve equals it. `back-in` is a cubic polynomial: u² ((c + 1)
 * u − c). `back-out` is the same curve, rotated by 180°.
 */
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

/** Returns the curve parameter at which x is `part`, by bisection. */
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
 * Returns the easing for reversed playback: 1 − e(1 − u). Returns the same easing if the language has no reverse of it,
 * for example for `bounce-out`. Null stays null.
 */
export function reversedEasing(written: string | null): string | null {
  if (written === null) return null;
  const read = type.parse(written, null);
  return read.ok ? type.format(reversed(read.value)) : written;
}

function reversed(value: Easing): Easing {
  switch (value.kind) {
    case 'bezier':
      return {
        kind: 'bezier',
        x1: complement(value.x2),
        y1: complement(value.y2),
        x2: complement(value.x1),
        y2: complement(value.y1),
      };
    case 'back-in':
      return { kind: 'back-out' };
    case 'back-out':
      return { kind: 'back-in' };
    default:
      return value;
  }
}

/** Returns 1 − n without rounding errors, so reversing twice gives the original text. */
function complement(value: number): number {
  return Math.round((1 - value) * 1e9) / 1e9 + 0;
}
