import {
  Aperture,
  CircleDashed,
  CircleDot,
  Coffee,
  Contrast,
  Crop,
  Droplet,
  FlipHorizontal2,
  Grid3x3,
  type LucideIcon,
  Paintbrush,
  Palette,
  Spline,
  SquareStack,
  Sun,
  SunMoon,
} from 'lucide-react';
import type { EffectType } from '../../../shared/template/tables/effects.ts';

const icons: Readonly<Record<EffectType, LucideIcon>> = {
  saturation: Droplet,
  vignette: Aperture,
  brightness: Sun,
  contrast: Contrast,
  gamma: Spline,
  hue: Palette,
  grayscale: CircleDot,
  sepia: Coffee,
  invert: SunMoon,
  tint: Paintbrush,
  colormatrix: Grid3x3,
  blur: CircleDashed,
  dropshadow: SquareStack,
  flip: FlipHorizontal2,
  crop: Crop,
};

/** The sign of an effect. */
export function effectIcon(type: EffectType): LucideIcon {
  return icons[type];
}
