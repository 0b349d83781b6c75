import { type LucideIcon, RectangleHorizontal, RectangleVertical, Square } from 'lucide-react';
import type { DesignSize } from '#shared/designs/design-file.ts';

export const sizeIcons: Readonly<Record<DesignSize, LucideIcon>> = {
  '16:9': RectangleHorizontal,
  '9:16': RectangleVertical,
  '1:1': Square,
};
