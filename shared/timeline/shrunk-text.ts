import type { DrawingLayout, TextDrawing } from '../drawings/drawing/drawing.ts';
import type { Size } from '../template/values/placement.ts';

/** The screen of a typical phone in CSS pixels. A landscape movie fills its longer side. */
const PHONE = { width: 390, length: 844 } as const;
/** The minimum readable font size, in pixels of the phone. */
const MIN_READABLE = 9;

/**
 * Returns the sizes of a text that became unreadable when it was shrunk to its box, in pixels of the movie; null for
 * all other texts.
 */
export function shrunkTextSize(
  { size, overflows }: Pick<DrawingLayout, 'size' | 'overflows'>,
  { size: requestedSize }: Pick<TextDrawing, 'size'>,
  { width, height }: Size,
): { readonly size: number; readonly asked: number } | null {
  // An overflowing text has another finding.
  if (size === null || size >= requestedSize || overflows) return null;
  const onPhone = (size * (width > height ? PHONE.length : PHONE.width)) / width;
  return onPhone < MIN_READABLE ? { size, asked: requestedSize } : null;
}
