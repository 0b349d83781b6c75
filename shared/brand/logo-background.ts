import { parseColor } from '../template/values/color.ts';
import type { BrandColor, BrandLogo } from './brand-kit.ts';

/**
 * Returns the color of the background that a logo is made for; null if the logo names no background or an unknown
 * color.
 */
export function logoBackground({ on }: BrandLogo, colours: readonly BrandColor[]): string | null {
  if (on === undefined) return null;
  const named = colours.find(({ name }) => name.toLowerCase() === on.toLowerCase());
  return named?.value ?? (parseColor(on).ok ? on : null);
}
