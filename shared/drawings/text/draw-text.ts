import type { Canvas, CanvasKit } from 'canvaskit-wasm';
import { ok, type Result } from '../../lib/result.ts';
import type { Digest, DrawingFault, DrawingLayout, DrawnPicture, Ink, TextDrawing } from '../drawing/drawing.ts';
import { drawPixels, inkOf, type Reach } from '../drawing/pixels.ts';
import { inScope, type Keep } from '../drawing/scope.ts';
import type { FontShelf } from '../fonts/font-shelf.ts';
import { type PlacedParagraph, setText } from './set-text.ts';

type BytesOf = (digest: Digest) => Uint8Array;

export function layOutText(
  kit: CanvasKit,
  shelf: FontShelf,
  drawing: TextDrawing,
  bytesOf: BytesOf,
): Result<DrawingLayout, DrawingFault> {
  return inScope((keep) => {
    const fonts = shelf.take(drawing.fonts, bytesOf);
    if (!fonts.ok) return fonts;
    keep(fonts.value.collection);
    return ok(setText({ kit, drawing, fonts: fonts.value }, keep).layout);
  });
}

/** The box, the shadow of glyphs and outline, the outline, the glyphs: each over those before. */
export function drawText(
  kit: CanvasKit,
  shelf: FontShelf,
  drawing: TextDrawing,
  bytesOf: BytesOf,
): Result<DrawnPicture, DrawingFault> {
  return inScope((keep) => {
    const fonts = shelf.take(drawing.fonts, bytesOf);
    if (!fonts.ok) return fonts;
    keep(fonts.value.collection);
    const text = setText({ kit, drawing, fonts: fonts.value }, keep);
    const outline = outlinePaint(kit, drawing, keep);
    const outlined = outline === null ? [] : text.paintedWith(outline);
    const drawn = drawPixels(kit, text.layout, reachOf(drawing, text.layout), drawing.scale, (canvas) => {
      paintBox(kit, canvas, drawing, text.layout, keep);
      const { shadow } = drawing;
      if (shadow !== null) {
        const deviation = shadow.blur / 2;
        const ink = inkOf(kit, shadow.color);
        const filter = keep(
          kit.ImageFilter.MakeDropShadow(shadow.across, shadow.down, deviation, deviation, ink, null),
        );
        const paint = keep(new kit.Paint());
        paint.setImageFilter(filter);
        canvas.saveLayer(paint);
      }
      if (drawing.outline !== null) paintParagraphs(kit, canvas, outlined, drawing.outline.color, keep);
      paintParagraphs(kit, canvas, text.paragraphs, drawing.color, keep);
      if (shadow !== null) canvas.restore();
    });
    return ok(drawn);
  });
}

/** Twice as wide as what is seen of it: the inner half lies beneath the glyphs. */
function outlinePaint(kit: CanvasKit, { outline }: TextDrawing, keep: Keep) {
  if (outline === null) return null;
  const paint = keep(new kit.Paint());
  paint.setAntiAlias(true);
  paint.setStyle(kit.PaintStyle.Stroke);
  paint.setStrokeWidth(2 * outline.width);
  paint.setStrokeJoin(kit.StrokeJoin.Round);
  paint.setColor(inkOf(kit, outline.color, 1));
  return paint;
}

/** Glyphs that lie over one another are one form, so opacity is that of all of them together. */
function paintParagraphs(
  kit: CanvasKit,
  canvas: Canvas,
  paragraphs: readonly PlacedParagraph[],
  { alpha }: Ink,
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

function paintBox(
  kit: CanvasKit,
  canvas: Canvas,
  { background, radius }: TextDrawing,
  { width, height }: DrawingLayout,
  keep: Keep,
): void {
  if (background === null) return;
  const paint = keep(new kit.Paint());
  paint.setAntiAlias(true);
  paint.setColor(inkOf(kit, background));
  const rect = kit.XYWHRect(0, 0, width, height);
  const rounding = Math.min(radius, width / 2, height / 2);
  if (rounding > 0) canvas.drawRRect(kit.RRectXY(rect, rounding, rounding), paint);
  else canvas.drawRect(rect, paint);
}

/** Pixels of a picture around what casts a shadow: a wider one is so faint there that nobody sees where it ends. */
const MOST_BLURRED = 2048;

/** Box and lines, and around them as far as glyphs, outline and shadow can reach: no glyph is more than an em beside its line. */
function reachOf(
  { outline, shadow, lineHeight, scale }: TextDrawing,
  { width, height, lines, size }: DrawingLayout,
): Reach {
  const em = size ?? 0;
  const around = em * Math.max(1, lineHeight) + (outline?.width ?? 0);
  const away = shadow === null ? 0 : Math.max(Math.abs(shadow.across), Math.abs(shadow.down));
  const blurred = shadow === null ? 0 : away + Math.min(1.5 * shadow.blur, MOST_BLURRED / scale);
  const margin = around + blurred + 1;
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.left + line.width);
    top = Math.min(top, line.baseline);
    bottom = Math.max(bottom, line.baseline);
  }
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}
