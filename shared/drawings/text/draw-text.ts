import type { Canvas, CanvasKit } from 'canvaskit-wasm';
import { assertNever } from '../../lib/assert.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Digest, DrawingFault, DrawingLayout, DrawnPicture, TextDrawing } from '../drawing/drawing.ts';
import { drawPixels, inkOf, type Keep, type Reach, withScope } from '../drawing/pixels.ts';
import { fontsOf } from '../fonts/drawing-sources.ts';
import type { FontRegistry } from '../fonts/font-registry.ts';
import { type PlacedParagraph, type SetText, setText } from './set-text.ts';
import { alphasOf, isInPart, largestFactor, type TextPiece } from './typeset.ts';

type TextShadow = NonNullable<TextDrawing['shadow']>;
type BytesOf = (digest: Digest) => Uint8Array;

export function layOutText(
  kit: CanvasKit,
  registry: FontRegistry,
  drawing: TextDrawing,
  bytesOf: BytesOf,
): Result<DrawingLayout, DrawingFault> {
  return withScope((keep) => {
    const fonts = registry.take(fontsOf(drawing), bytesOf);
    if (!fonts.ok) return fonts;
    keep(fonts.value.collection);
    return ok(setText({ kit, drawing, fonts: fonts.value }, keep).layout);
  });
}

/** Draws a text. Paints the box, the shadow of glyphs and outline, the outline, and the glyphs, in this order. */
export function drawText(
  kit: CanvasKit,
  registry: FontRegistry,
  drawing: TextDrawing,
  bytesOf: BytesOf,
): Result<DrawnPicture, DrawingFault> {
  return withScope((keep) => {
    const fonts = registry.take(fontsOf(drawing), bytesOf);
    if (!fonts.ok) return fonts;
    keep(fonts.value.collection);
    const text = setText({ kit, drawing, fonts: fonts.value }, keep);
    const { part } = drawing;
    const visibility = part === undefined ? {} : { isVisible: (piece: TextPiece) => isInPart(drawing, piece) };
    const outline = outlinePaint(kit, drawing, keep);
    const outlined = outline === null ? [] : text.setWith({ paint: outline, ...visibility });
    const letters = lettersOf(drawing, text);
    const reach =
      part === undefined || part.kind === 'box' ? reachOf(drawing, text.layout) : partReach(kit, drawing, text, part);
    const drawn = drawPixels(kit, text.layout, reach, drawing.scale, (canvas, inkRectOf) => {
      const paintOutline = () => {
        if (drawing.outline !== null) paintParagraphs(kit, canvas, outlined, drawing.outline.color.alpha, keep);
      };
      const paintLetters = () => {
        for (const { paragraphs, alpha } of letters) paintParagraphs(kit, canvas, paragraphs, alpha, keep);
      };
      const paintAll = () => {
        paintOutline();
        paintLetters();
      };
      const paintWithShadow = (shadow: TextShadow, mode: 'beneath' | 'alone', inked: Float32Array | null) => {
        const paint = keep(new kit.Paint());
        paint.setImageFilter(shadowOf(kit, shadow, mode, keep));
        canvas.saveLayer(paint, inked);
        paintAll();
        canvas.restore();
      };
      const { shadow } = drawing;
      switch (part?.kind) {
        case undefined: {
          const inked = isIndependentOfOrigin(drawing, text.layout) ? inkRectOf(paintAll) : null;
          paintBox(kit, canvas, drawing, text.layout, keep);
          return shadow === null ? paintAll() : paintWithShadow(shadow, 'beneath', inked);
        }
        case 'box':
          return paintBox(kit, canvas, drawing, text.layout, keep);
        case 'beneath':
          if (shadow !== null) paintWithShadow(shadow, 'alone', null);
          return paintOutline();
        case 'letters':
          return paintLetters();
        default:
          return assertNever(part);
      }
    });
    return ok(drawn);
  });
}

/**
 * The limits up to which the pixels do not depend on the origin of the layer. If an em is larger than `MAX_EM` pixels,
 * Skia fills outlines instead of copying glyphs. If the deviation of a blur is larger than `MAX_DEVIATION`, Skia blurs
 * a smaller copy of the picture.
 */
const MAX_EM = 200;
const MAX_DEVIATION = 40;

/**
 * Returns whether a shadow has the same pixels wherever its layer begins, so that the layer can be as small as the
 * glyphs. A blur takes longer in a larger layer, and most of the area around a text is empty.
 */
function isIndependentOfOrigin(drawing: TextDrawing, { size }: DrawingLayout): boolean {
  const { shadow, scale } = drawing;
  if (shadow === null) return false;
  const em = (size ?? 0) * largestFactor(drawing);
  const isWhole = Number.isInteger(shadow.across * scale) && Number.isInteger(shadow.down * scale);
  return isWhole && em * scale <= MAX_EM && (shadow.blur / 2) * scale <= MAX_DEVIATION;
}

/** Creates the shadow filter of a layer: the shadow beneath the content, or the shadow alone. */
function shadowOf(kit: CanvasKit, shadow: TextShadow, mode: 'beneath' | 'alone', keep: Keep) {
  const { across, down, blur, color } = shadow;
  const [deviation, ink] = [blur / 2, inkOf(kit, color)];
  const { ImageFilter } = kit;
  return keep(
    mode === 'beneath'
      ? ImageFilter.MakeDropShadow(across, down, deviation, deviation, ink, null)
      : ImageFilter.MakeDropShadowOnly(across, down, deviation, deviation, ink, null),
  );
}

/** Creates a stroke of twice the visible width, because the glyphs cover its inner half. */
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

/** Returns the letters of the text, or of the drawn part, grouped by opacity. */
function lettersOf(drawing: TextDrawing, { paragraphs, setWith }: SetText) {
  const alphas = alphasOf(drawing);
  if (alphas.length === 1 && drawing.part === undefined) return [{ alpha: drawing.color.alpha, paragraphs }];
  return alphas.map((alpha) => ({
    alpha,
    paragraphs: setWith({ isVisible: (piece) => piece.color.alpha === alpha && isInPart(drawing, piece) }),
  }));
}

/** Paints paragraphs. `alpha` applies to all glyphs together, so that overlapping glyphs look like one shape. */
function paintParagraphs(
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

/** The maximum blur margin in picture pixels. At a greater distance, even a wide shadow is too faint to see. */
const MAX_BLUR_MARGIN = 2048;

/** Returns the bounds of the box and the lines with a margin for glyphs, outline, and shadow. */
function reachOf(drawing: TextDrawing, layout: DrawingLayout): Reach {
  let [left, top, right, bottom] = [0, 0, layout.width, layout.height];
  for (const line of layout.lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.left + line.width);
    top = Math.min(top, line.baseline);
    bottom = Math.max(bottom, line.baseline);
  }
  return expanded({ left, top, right, bottom }, marginOf(drawing, layout));
}

/** Returns the bounds of the letters of a part with a margin for glyphs, outline, and shadow. */
function partReach(
  kit: CanvasKit,
  drawing: TextDrawing,
  { layout, paragraphs }: SetText,
  { start, end }: { readonly start: number; readonly end: number },
): Reach {
  const rects = paragraphs.flatMap(({ set, start: first, left, top }) => {
    const [from, to] = [Math.max(0, start - first), end - first];
    if (to <= from) return [];
    const boxes = set.getRectsForRange(from, to, kit.RectHeightStyle.Max, kit.RectWidthStyle.Tight);
    return boxes.map(
      ({ rect: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => [left + x1, top + y1, left + x2, top + y2] as const,
    );
  });
  if (rects.length === 0) return { left: 0, top: 0, right: 1, bottom: 1 };
  const reach = {
    left: Math.min(...rects.map(([left]) => left)),
    top: Math.min(...rects.map(([, top]) => top)),
    right: Math.max(...rects.map(([, , right]) => right)),
    bottom: Math.max(...rects.map(([, , , bottom]) => bottom)),
  };
  return expanded(reach, marginOf(drawing, layout));
}

function expanded({ left, top, right, bottom }: Reach, by: number): Reach {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/**
 * Returns the maximum distance that glyphs, outline, and shadow extend beyond a line. A glyph extends at most one em
 * beyond its line.
 */
function marginOf(drawing: TextDrawing, { size }: DrawingLayout): number {
  const { outline, shadow, lineHeight, scale } = drawing;
  const em = (size ?? 0) * largestFactor(drawing);
  const inkMargin = em * Math.max(1, lineHeight) + (outline?.width ?? 0);
  const away = shadow === null ? 0 : Math.max(Math.abs(shadow.across), Math.abs(shadow.down));
  const shadowMargin = shadow === null ? 0 : away + Math.min(1.5 * shadow.blur, MAX_BLUR_MARGIN / scale);
  return inkMargin + shadowMargin + 1;
}
