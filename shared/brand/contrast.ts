import { contrastRatio } from '../lib/srgb.ts';
import { parseColor } from '../template/values/color.ts';
import type { BrandColor, BrandKit } from './brand-kit.ts';

/** The minimum contrast of text of normal size: WCAG 2.2, 1.4.3. */
export const MIN_TEXT_CONTRAST = 4.5;
/** The minimum contrast of large text: WCAG 2.2, 1.4.3. */
export const MIN_LARGE_TEXT_CONTRAST = 3;

/** A text color on a background color. */
export interface ContrastPair {
  readonly text: BrandColor;
  readonly background: BrandColor;
  /** The contrast ratio from 1 to 21. */
  readonly ratio: number;
}

const BACKGROUND_ROLES = ['panel', 'accent', 'highlight'] as const;

/** Returns the background colors of a brand, each with its most readable text color. */
export function contrastPairs({ colours = [] }: Pick<BrandKit, 'colours'>): readonly ContrastPair[] {
  const texts = colours.filter(({ role }) => role === 'on_dark' || role === 'on_light');
  return BACKGROUND_ROLES.flatMap((role) => {
    const backgroundColor = colours.find((colour) => colour.role === role);
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
