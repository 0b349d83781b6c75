import { type Color, parseColor } from '../template/values/color.ts';
import type { BrandColor, BrandKit } from './brand-kit.ts';
import { linearLight } from './linear-light.ts';

/** The minimum contrast of text of normal size: WCAG 2.2, 1.4.3. */
export const ENOUGH_CONTRAST = 4.5;
/** The minimum contrast of large text: WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 3;

/** A text color on a background color. */
export interface ContrastPair {
  readonly text: BrandColor;
  readonly background: BrandColor;
  /** The contrast ratio from 1 to 21. */
  readonly ratio: number;
}

/** Returns the relative luminance of an sRGB color by WCAG 2.2: 0 for black, 1 for white. */
function luminance(color: Color): number {
  const [red, green, blue] = linearLight(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio by WCAG 2.2, from 1 to 21. */
export function contrastRatio(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const BACKGROUND_ROLES = ['panel', 'accent', 'highlight'] as const;

/** Returns the background colors of a brand, each with its most readable text color. */
export function contrastPairs({ colours = [] }: Pick<BrandKit, 'colours'>): readonly ContrastPair[] {
  const texts = colours.filter(({ role }) => role === 'on_dark' || role === 'on_light');
  return BACKGROUND_ROLES.flatMap((role) => {
    const backgroundColor = colours.find((each) => each.role === role);
    if (backgroundColor === undefined) return [];
    const pairs = texts.flatMap((text): readonly ContrastPair[] => {
      const [one, other] = [parseColor(text.value), parseColor(backgroundColor.value)];
      return one.ok && other.ok
        ? [{ text, background: backgroundColor, ratio: contrastRatio(one.value, other.value) }]
        : [];
    });
    return pairs.toSorted((a, b) => b.ratio - a.ratio).slice(0, 1);
  });
}
