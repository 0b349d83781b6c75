import type { DrawingLayout, TextDrawing } from '../drawings/drawing/drawing.ts';
import type { Size } from '../template/values/placement.ts';

/** The screen of a typical phone, in CSS pixels. The width of a landscape movie fills the longer side. */
const PHONE = { width: 390, length: 844 } as const;
/** The minimum readable font size, in pixels of this screen. */
const MIN_READABLE = 9;

/**
 * Returns the size of a text that became unreadable because it was shrunk to its box, and the requested size. The sizes
 * are in pixels of the movie. Returns null for other texts.
 */
export function shrunkTextSize(
  { size, overflows }: Pick<DrawingLayout, 'size' | 'overflows'>,
  { size: requestedSize }: Pick<TextDrawing, 'size'>,
  { width, height }: Size,
): { readonly size: number; readonly asked: number } | null {
  // Another finding reports overflowing texts.
  if (size === null || size >= requestedSize || overflows) return null;
  const onPhone = (size * (width > height ? PHONE.length : PHONE.width)) / width;
  return onPhone < MIN_READABLE ? { size, asked: requestedSize } : null;
}
