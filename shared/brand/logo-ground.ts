import { parseColor } from '../template/values/color.ts';
import type { BrandColor, BrandLogo } from './brand-kit.ts';

/** The colour that a logo stands on; null where it says none that there is. */
export function logoBackground({ on }: BrandLogo, colours: readonly BrandColor[]): string | null {
  if (on === undefined) return null;
  const named = colours.find(({ name }) => name.toLowerCase() === on.toLowerCase());
  return named?.value ?? (parseColor(on).ok ? on : null);
}
