import type { Canvas, CanvasKit, Paint } from 'canvaskit-wasm';
import type { DrawingLayout, TextDrawing } from '../drawing/drawing.ts';
import { inkOf, type Keep, type Reach } from '../drawing/pixels.ts';
import type { PlacedParagraph, SetText } from './set-text.ts';
import { largestFactor } from './typeset.ts';

export type TextShadow = NonNullable<TextDrawing['shadow']>;

/** Creates the paint of an outline. Its stroke has twice the visible width, because the glyphs cover the inner half. */
export function outlinePaint(kit: CanvasKit, { outline }: TextDrawing, keep: Keep) {
  if (outline === null) return null;
  const paint = keep(new kit.Paint());
  paint.setAntiAlias(true);
  paint.setStyle(kit.PaintStyle.Stroke);
  paint.setStrokeWidth(2 * outline.width);
  paint.setStrokeJoin(kit.StrokeJoin.Round);
  paint.setColor(inkOf(kit, outline.color, 1));
  return paint;
}

/** Creates the shadow filter of a layer: the shadow beneath the content, or the shadow alone. */
export function shadowOf(kit: CanvasKit, shadow: TextShadow, mode: 'beneath' | 'alone', keep: Keep) {
  const { across, down, blur, color } = shadow;
  const [deviation, ink] = [blur / 2, inkOf(kit, color)];
  const { ImageFilter } = kit;
  return keep(
    mode === 'beneath'
      ? ImageFilter.MakeDropShadow(across, down, deviation, deviation, ink, null)
      : ImageFilter.MakeDropShadowOnly(across, down, deviation, deviation, ink, null),
  );
}

/** Paints paragraphs. `alpha` applies to all glyphs as a whole, so overlaps of glyphs are not visible. */
export function paintParagraphs(
  kit: CanvasKit,
  canvas: Canvas,
  paragraphs: readonly PlacedParagraph[],
  alpha: number,
  keep: Keep,
): void {
  if (alpha === 0) return;
  if (alpha < 1) {
    const paint = keep(new kit.Paint());
    paint.setAlphaf(alpha);
    canvas.saveLayer(paint);
  }
  for (const { set, left, top } of paragraphs) canvas.drawParagraph(set, left, top);
  if (alpha < 1) canvas.restore();
}

/** Paints the background: one box, or a box behind each line. Overlaps of line boxes are not visible. */
export function paintBoxes(
  kit: CanvasKit,
  canvas: Canvas,
  { background, radius, boxes }: TextDrawing,
  text: SetText,
  keep: Keep,
): void {
  if (background === null) return;
  const paint = keep(new kit.Paint());
  paint.setAntiAlias(true);
  if (boxes === undefined) {
    const { width, height } = text.layout;
    paint.setColor(inkOf(kit, background));
    paintRounded(kit, canvas, { left: 0, top: 0, right: width, bottom: height }, radius, paint);
    return;
  }
  const together = keep(new kit.Paint());
  together.setAlphaf(background.alpha);
  canvas.saveLayer(together);
  paint.setColor(inkOf(kit, background, 1));
  for (const box of lineBoxes(text)) paintRounded(kit, canvas, box, radius, paint);
  canvas.restore();
}

export function paintRounded(
  kit: CanvasKit,
  canvas: Canvas,
  { left, top, right, bottom }: Reach,
  radius: number,
  paint: Paint,
): void {
  const rect = kit.LTRBRect(left, top, right, bottom);
  const rounding = Math.min(radius, (right - left) / 2, (bottom - top) / 2);
  if (rounding > 0) canvas.drawRRect(kit.RRectXY(rect, rounding, rounding), paint);
  else canvas.drawRect(rect, paint);
}

/** Half of the height of a word's box, as a fraction of the font size. Independent of the script. */
const HALF_HEIGHT = 0.6;

/** Returns the box behind each line, with the padding of the text. */
function lineBoxes(text: SetText): readonly Reach[] {
  const { padding } = text;
  const size = text.layout.size ?? 0;
  return text.paragraphs.flatMap(({ set, left, top }) =>
    set.getLineMetrics().flatMap((line, index): readonly Reach[] => {
      if (line.width <= 0) return [];
      const { top: above, bottom: below } = linePart(top + (index + 0.5) * text.pitch, size);
      return [
        {
          left: left + line.left - padding.left,
          right: left + line.left + line.width + padding.right,
          top: above - padding.top,
          bottom: below + padding.bottom,
        },
      ];
    }),
  );
}

export function linePart(middle: number, size: number): { readonly top: number; readonly bottom: number } {
  return { top: middle - HALF_HEIGHT * size, bottom: middle + HALF_HEIGHT * size };
}

/** Returns the bounds of the box and the lines with a margin for glyphs, outline, and shadow. */
export function reachOf(drawing: TextDrawing, layout: DrawingLayout): Reach {
  const { left: before, top: above, right: after, bottom: below } = drawing.padding;
  const beyond = drawing.boxes === undefined ? 0 : Math.max(before, above, after, below);
  let [left, top, right, bottom] = [0, 0, layout.width, layout.height];
  for (const line of layout.lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.left + line.width);
    top = Math.min(top, line.baseline);
    bottom = Math.max(bottom, line.baseline);
  }
  return expanded({ left, top, right, bottom }, marginOf(drawing, layout) + beyond);
}

export function expanded({ left, top, right, bottom }: Reach, by: number): Reach {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** The maximum blur margin in picture pixels. Beyond it, even a wide shadow is too faint to see. */
const MAX_BLUR_MARGIN = 2048;

/**
 * Returns the maximum distance by which glyphs, outline, and shadow exceed a line. A glyph exceeds its line by at most
 * one em.
 */
export function marginOf(drawing: TextDrawing, { size }: DrawingLayout): number {
  const { outline, shadow, lineHeight, scale } = drawing;
  const em = (size ?? 0) * largestFactor(drawing);
  const inkMargin = em * Math.max(1, lineHeight) + (outline?.width ?? 0);
  const away = shadow === null ? 0 : Math.max(Math.abs(shadow.across), Math.abs(shadow.down));
  const shadowMargin = shadow === null ? 0 : away + Math.min(1.5 * shadow.blur, MAX_BLUR_MARGIN / scale);
  return inkMargin + shadowMargin + 1;
}

/**
 * The limits within which the pixels are independent of the layer's origin. For an em of more than `MAX_EM` pixels,
 * Skia fills outlines instead of copying glyphs. For a blur with a deviation of more than `MAX_DEVIATION`, Skia blurs a
 * smaller copy of the picture.
 */
const MAX_EM = 200;
const MAX_DEVIATION = 40;

/**
 * Returns whether the pixels of a shadow are independent of the origin of its layer. If so, the layer can be as small
 * as the glyphs. This saves time: a blur takes longer in a larger layer, and most of the area around a text is empty.
 */
export function isIndependentOfOrigin(drawing: TextDrawing, { size }: DrawingLayout): boolean {
  const { shadow, scale } = drawing;
  if (shadow === null) return false;
  const em = (size ?? 0) * largestFactor(drawing);
  const isWhole = Number.isInteger(shadow.across * scale) && Number.isInteger(shadow.down * scale);
  return isWhole && em * scale <= MAX_EM && (shadow.blur / 2) * scale <= MAX_DEVIATION;
}
