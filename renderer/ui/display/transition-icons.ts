import {
  ArrowRightToLine,
  Blend,
  CircleDotDashed,
  Clock,
  Contrast,
  Layers2,
  type LucideIcon,
  MoveHorizontal,
  PanelLeft,
  Puzzle,
  SunDim,
  ZoomIn,
} from 'lucide-react';
import type { TransitionStyle } from '#shared/template/movie/movie.ts';

export const TRANSITION_ICONS: Readonly<Record<TransitionStyle['type'], LucideIcon>> = {
  crossfade: Blend,
  fade: Contrast,
  wipe: PanelLeft,
  circle: CircleDotDashed,
  clock: Clock,
  luma: SunDim,
  slide: ArrowRightToLine,
  push: MoveHorizontal,
  reveal: Layers2,
  zoom: ZoomIn,
  custom: Puzzle,
};
