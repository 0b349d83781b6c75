import type { DrawingLayout, TextDrawing } from '../drawings/drawing/drawing.ts';
import type { Size } from '../template/values/placement.ts';

/** Sides of a phone's screen in its own pixels: a film that is wider than high fills the longer one. */
const PHONE = { width: 390, length: 844 } as const;
/** Pixels of a phone from one em to the next: smaller letters can hardly be read. */
const LEAST_READABLE = 9;

/** The sizes of a text that became unreadably small to fit its box, in pixels of the film; null of all others. */
export function shrunkTooSmall(
  { size, overflows }: Pick<DrawingLayout, 'size' | 'overflows'>,
  { size: asked }: Pick<TextDrawing, 'size'>,
  { width, height }: Size,
): { readonly size: number; readonly asked: number } | null {
  // A text that is cut off even so is reported for that.
  if (size === null || size >= asked || overflows) return null;
  const onPhone = (size * (width > height ? PHONE.length : PHONE.width)) / width;
  return onPhone < LEAST_READABLE ? { size, asked } : null;
}
