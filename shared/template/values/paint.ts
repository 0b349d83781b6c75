import type { Color } from './color.ts';

/** A colour with its opacity, 0 to 1. */
export interface Paint extends Color {
  readonly alpha: number;
}
