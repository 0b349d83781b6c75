import { Clapperboard, Clock, Hash, type LucideIcon, Palette, ToggleRight, Type } from 'lucide-react';
import type { VariableType } from '../../../shared/template/value-types/attribute-types.ts';

/** The sign of each type of variable. */
export const variableIcons = {
  media: Clapperboard,
  color: Palette,
  time: Clock,
  number: Hash,
  boolean: ToggleRight,
  text: Type,
} as const satisfies Record<VariableType, LucideIcon>;
