import { easing as easingType } from '#shared/template/value-types/easing-type.ts';
import type { Easing } from '#shared/template/values/animation.ts';
import { eased } from '#shared/timeline/animation.ts';

/** The easings that the editor offers, in menu order. `own` is any other cubic Bézier curve. */
export const EASING_CHOICES = [
  'linear',
  'ease',
  'ease-in',
  'ease-out',
  'ease-in-out',
  'back-in',
  'back-out',
  'back-in-out',
  'elastic-out',
  'bounce-out',
  'steps',
  'hold',
  'own',
] as const;

export type EasingChoice = (typeof EASING_CHOICES)[number];

const type = easingType();
const FIRST_OWN = 'cubic-bezier(0.33, 0, 0.67, 1)';
const FIRST_STEPS = 'steps(4)';

/** Returns the easing text of a choice. If the current easing already is that choice, its text stays unchanged. */
export function textOfChoice(choice: EasingChoice, currentText: string): string {
  if (choiceOf(currentText) === choice) return currentText;
  switch (choice) {
    case 'steps':
      return FIRST_STEPS;
    case 'hold':
      return 'step';
    case 'own': {
      // A custom curve starts from the current curve if that is a Bézier curve.
      const read = readEasing(currentText);
      if (read?.kind !== 'bezier') return FIRST_OWN;
      const { x1, y1, x2, y2 } = read;
      return customCurveText({ x1, y1, x2, y2 });
    }
    default:
      return choice;
  }
}

/** Returns the choice of an easing; null if the text is not an easing. */
export function choiceOf(text: string): EasingChoice | null {
  const read = readEasing(text);
  if (read === null) return null;
  if (text.trim().startsWith('cubic-bezier')) return 'own';
  if (read.kind === 'steps') return read.count === 1 ? 'hold' : 'steps';
  const choiceText = type.format(read);
  return EASING_CHOICES.find((choice) => choice === choiceText) ?? 'own';
}

export interface EasingPoints {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Formats a cubic Bézier easing in the notation of the template. Two decimals are precise enough for dragging. */
export function customCurveText({ x1, y1, x2, y2 }: EasingPoints): string {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const numbers = [clamp(x1), y1, clamp(x2), y2].map((value) => String(Math.round(value * 100) / 100 + 0));
  return `cubic-bezier(${numbers.join(', ')})`;
}

/** Returns the control points of an easing, or of a straight line if the easing is not a Bézier curve. */
export function pointsOf(easing: Easing): EasingPoints {
  return easing.kind === 'bezier' ? easing : { x1: 0, y1: 0, x2: 1, y2: 1 };
}

/** Returns whether an easing has control points that can be dragged. */
export function hasPoints({ kind }: Easing): boolean {
  return kind === 'bezier' || kind === 'linear';
}

/**
 * Parses a typed easing, in the notation of the template or as the four numbers of a curve. Null if the text is
 * neither.
 */
export function readTypedEasing(text: string): string | null {
  const typed = text.trim();
  const easingText = /^[-+\d.]/.test(typed) ? `cubic-bezier(${typed.split(/\s*,\s*|\s+/).join(', ')})` : typed;
  const read = readEasing(easingText);
  return read === null ? null : easingText;
}

/** Returns the text for the input field: for a Bézier curve, only its four numbers. */
export function typedEasingText(text: string): string {
  return text.replace(/^cubic-bezier\((.*)\)$/, '$1');
}

export function readEasing(text: string): Easing | null {
  const read = type.parse(text, null);
  return read.ok ? read.value : null;
}

export function writeEasing(easing: Easing): string {
  return type.format(easing);
}

const SAMPLES = 48;
/** The padding above 1 and below 0 in units of the value, for curves that overshoot. */
const CURVE_PADDING = 0.3;

/**
 * Returns the easing as an SVG path of this size. The y axis points down, and the curve is padded by `CURVE_PADDING` above 1
 * and below 0.
 */
export function easingPath(easing: Easing, width: number, height: number): string {
  const steps = easing.kind === 'steps' ? SAMPLES * 4 : SAMPLES;
  const points = Array.from({ length: steps + 1 }, (_, at) => {
    const u = at / steps;
    return `${fixed(u * width)} ${fixed(height - curvePositionOf(eased(easing, u)) * height)}`;
  });
  return `M${points.join('L')}`;
}

/** Returns the height of a value in the padded graph as a fraction from the bottom. */
export function curvePositionOf(value: number): number {
  return (value + CURVE_PADDING) / (1 + 2 * CURVE_PADDING);
}

/** Returns the value at a height of the padded graph; the inverse of {@link curvePositionOf}. */
export function valueAtCurvePosition(share: number): number {
  return share * (1 + 2 * CURVE_PADDING) - CURVE_PADDING;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** Returns the name of an easing in the page language; the text itself if it is not an easing. */
export function easingName(text: string, names: Readonly<Record<EasingChoice, string>>): string {
  const choice = choiceOf(text);
  return choice === null ? text : names[choice];
}
