import { Aperture, Droplet, FlipHorizontal2, type LucideIcon, Sparkles, SquareStack } from 'lucide-react';
import { type EffectType, effectRegistry } from '../../../shared/template/tables/effects.ts';

const icons: Readonly<Partial<Record<EffectType, LucideIcon>>> = {
  saturation: Droplet,
  vignette: Aperture,
  flip: FlipHorizontal2,
};

/** The sign of an effect; one that has none of its own has that of what it changes. */
export function effectIcon(type: EffectType): LucideIcon {
  return icons[type] ?? (effectRegistry[type].element === 'filter' ? Sparkles : SquareStack);
}
