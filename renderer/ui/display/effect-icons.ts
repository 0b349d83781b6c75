import {
  Aperture,
  Box,
  CircleDashed,
  CircleDot,
  Coffee,
  Contrast,
  Crop,
  Droplet,
  FlipHorizontal2,
  Focus,
  Grid3x3,
  Grip,
  type LucideIcon,
  Paintbrush,
  Palette,
  Pipette,
  RotateCw,
  Scan,
  Sparkles,
  Spline,
  SquareStack,
  Sun,
  SunMoon,
  Triangle,
} from 'lucide-react';
import type { EffectType } from '#shared/template/effects/effects.ts';

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
  rotate: RotateCw,
  perspective: Scan,
  sharpen: Triangle,
  glow: Sparkles,
  tiltshift: Focus,
  chromakey: Pipette,
  noise: Grip,
  cube: Box,
};

/** Returns the icon of an effect. */
export function effectIcon(type: EffectType): LucideIcon {
  return icons[type];
}
