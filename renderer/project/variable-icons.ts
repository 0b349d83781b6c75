import {
  CaseSensitive,
  Clapperboard,
  Clock,
  Hash,
  Image,
  ListChecks,
  type LucideIcon,
  Music,
  Palette,
  Rows3,
  ToggleRight,
  Type,
} from 'lucide-react';
import type { DeclaredType } from '#shared/template/tables/variable-attributes.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';

export const variableIcons = {
  media: Clapperboard,
  color: Palette,
  time: Clock,
  number: Hash,
  boolean: ToggleRight,
  text: Type,
  video: Clapperboard,
  image: Image,
  sound: Music,
  font: CaseSensitive,
  choice: ListChecks,
  list: Rows3,
} as const satisfies Record<VariableType | DeclaredType, LucideIcon>;
