import type { CanvasKit } from 'canvaskit-wasm';
import { assertNever } from '../../lib/assert.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Digest, DrawingFault, DrawingLayout, DrawnPicture, TextDrawing } from '../drawing/drawing.ts';
import { drawPixels, type Reach, withScope } from '../drawing/pixels.ts';
import { fontsOf } from '../fonts/drawing-sources.ts';
import type { FontRegistry } from '../fonts/font-registry.ts';
import { drawWords, type ShownPhrase, shownPhrase } from './draw-words.ts';
import {
  expanded,
  isIndependentOfOrigin,
  marginOf,
  outlinePaint,
  paintBoxes,
  paintParagraphs,
  reachOf,
  shadowOf,
  type TextShadow,
} from './paint-text.ts';
import { type SetText, setText } from './set-text.ts';
import { alphasOf, isInPart, type TextPiece } from './typeset.ts';

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
    const shown = shownPhrase({ kit, drawing, fonts: fonts.value }, keep);
    return ok(phraseLayout(shown, setText(shown.composing, keep, shown.unresolved).layout));
  });
}

/** Draws a text: first the box, then the shadow of glyphs and outline, the outline, and the glyphs. */
export function drawText(
  kit: CanvasKit,
  registry: FontRegistry,
  whole: TextDrawing,
  bytesOf: BytesOf,
): Result<DrawnPicture, DrawingFault> {
  return withScope((keep) => {
    const fonts = registry.take(fontsOf(whole), bytesOf);
    if (!fonts.ok) return fonts;
    keep(fonts.value.collection);
    const shown = shownPhrase({ kit, drawing: whole, fonts: fonts.value }, keep);
    const { drawing } = shown.composing;
    const text = setText(shown.composing, keep, shown.unresolved);
    if (drawing.words !== undefined) {
      const drawn = drawWords(kit, drawing, text, keep);
      return ok({ ...drawn, layout: phraseLayout(shown, text.layout) });
    }
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
          paintBoxes(kit, canvas, drawing, text, keep);
          return shadow === null ? paintAll() : paintWithShadow(shadow, 'beneath', inked);
        }
        case 'box':
          paintBoxes(kit, canvas, drawing, text, keep);
          return;
        case 'beneath':
          if (shadow !== null) paintWithShadow(shadow, 'alone', null);
          return paintOutline();
        case 'letters':
          return paintLetters();
        default:
          return assertNever(part);
      }
    });
    return ok({ ...drawn, layout: phraseLayout(shown, text.layout) });
  });
}

/** Returns the layout of the visible words of a phrase, with the positions of the whole content. */
function phraseLayout({ range, offset }: ShownPhrase, layout: DrawingLayout): DrawingLayout {
  if (range === null) return layout;
  const lines = layout.lines.map((line) => ({ ...line, start: line.start + offset, end: line.end + offset }));
  return { ...layout, lines, words: range };
}

/** Returns the letters of the text or of its drawn part, grouped by opacity. */
function lettersOf(drawing: TextDrawing, { paragraphs, setWith }: SetText) {
  const alphas = alphasOf(drawing);
  if (alphas.length === 1 && drawing.part === undefined) return [{ alpha: drawing.color.alpha, paragraphs }];
  return alphas.map((alpha) => ({
    alpha,
    paragraphs: setWith({ isVisible: (piece) => piece.color.alpha === alpha && isInPart(drawing, piece) }),
  }));
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
