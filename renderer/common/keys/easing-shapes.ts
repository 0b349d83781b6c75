import { eased } from '#shared/film/motion/eased.ts';
import { easing as easingType } from '#shared/template/value-types/easing-type.ts';
import type { Easing } from '#shared/template/values/easing.ts';

/** The easings that are offered, in the order in which they are; `own` is any other curve with two points. */
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

/** What a choice writes; one that is the easing already keeps what it has. */
export function textOfChoice(choice: EasingChoice, now: string): string {
  if (choiceOf(now) === choice) return now;
  switch (choice) {
    case 'steps':
      return FIRST_STEPS;
    case 'hold':
      return 'step';
    case 'own': {
      // It begins as the curve that is there, where that has two points.
      const read = readEasing(now);
      if (read?.kind !== 'bezier') return FIRST_OWN;
      const { x1, y1, x2, y2 } = read;
      return ownText({ x1, y1, x2, y2 });
    }
    default:
      return choice;
  }
}

/** Which choice an easing is. */
export function choiceOf(text: string): EasingChoice | null {
  const read = readEasing(text);
  if (read === null) return null;
  if (text.trim().startsWith('cubic-bezier')) return 'own';
  if (read.kind === 'steps') return read.count === 1 ? 'hold' : 'steps';
  const written = type.format(read);
  return EASING_CHOICES.find((choice) => choice === written) ?? 'own';
}

export interface EasingPoints {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** A curve with two points, as the language writes it; two decimals are enough for a hand. */
export function ownText({ x1, y1, x2, y2 }: EasingPoints): string {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const numbers = [within(x1), y1, within(x2), y2].map((value) => String(Math.round(value * 100) / 100 + 0));
  return `cubic-bezier(${numbers.join(', ')})`;
}

/** The two points of an easing; the straight line's where it has none. */
export function pointsOf(easing: Easing): EasingPoints {
  return easing.kind === 'bezier' ? easing : { x1: 0, y1: 0, x2: 1, y2: 1 };
}

/** Whether an easing is drawn with two points that can be moved. */
export function hasPoints({ kind }: Easing): boolean {
  return kind === 'bezier' || kind === 'linear';
}

/** An easing as it is typed: as the language writes it, or the four numbers of a curve alone. Null for what is none. */
export function readTyped(text: string): string | null {
  const typed = text.trim();
  const whole = /^[-+\d.]/.test(typed) ? `cubic-bezier(${typed.split(/\s*,\s*|\s+/).join(', ')})` : typed;
  const read = readEasing(whole);
  return read === null ? null : whole;
}

/** As it is shown for typing: the numbers of a curve alone. */
export function typedText(text: string): string {
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
/** What is drawn beyond the way from 0 to 1, above and below. */
const BEYOND = 0.3;

/** The curve as the path of an SVG so wide and high, 0 at the bottom; what overshoots lies beyond by `BEYOND` at most. */
export function easingPath(easing: Easing, width: number, height: number): string {
  const steps = easing.kind === 'steps' ? SAMPLES * 4 : SAMPLES;
  const points = Array.from({ length: steps + 1 }, (_, at) => {
    const u = at / steps;
    return `${fixed(u * width)} ${fixed(height - shareOf(eased(easing, u)) * height)}`;
  });
  return `M${points.join('L')}`;
}

/** Where a value from 0 to 1 lies in a picture that has room for more. */
export function shareOf(value: number): number {
  return (value + BEYOND) / (1 + 2 * BEYOND);
}

/** The inverse of {@link shareOf}. */
export function valueOfShare(share: number): number {
  return share * (1 + 2 * BEYOND) - BEYOND;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** The name of an easing as the language writes it; the text itself where that is none. */
export function easingName(text: string, names: Readonly<Record<EasingChoice, string>>): string {
  const choice = choiceOf(text);
  return choice === null ? text : names[choice];
}
