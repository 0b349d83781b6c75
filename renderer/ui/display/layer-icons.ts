import {
  Captions,
  Clapperboard,
  Film,
  Group,
  Image,
  type LucideIcon,
  QrCode,
  Shapes,
  Square,
  Type,
} from 'lucide-react';
import type { LayerKind } from '#shared/template/tables/elements.ts';

export const LAYER_ICONS: Readonly<Record<LayerKind, LucideIcon>> = {
  video: Film,
  image: Image,
  text: Type,
  captions: Captions,
  solid: Square,
  shape: Shapes,
  code: QrCode,
  group: Group,
  layer: Clapperboard,
};
