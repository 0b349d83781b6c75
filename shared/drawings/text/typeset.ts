import type { CanvasKit, Paint, Paragraph, TextStyle } from 'canvaskit-wasm';
import type { TextDrawing } from '../drawing/drawing.ts';
import { inkOf } from '../drawing/pixels.ts';
import type { TakenFonts } from '../fonts/font-shelf.ts';
import { fontRuns } from './emoji-runs.ts';
import type { TextParagraph } from './paragraphs.ts';

/** What paragraphs of a text are set with. */
export interface Composing {
  readonly kit: CanvasKit;
  readonly drawing: TextDrawing;
  readonly fonts: TakenFonts;
}

/** How one paragraph is set. */
export interface Setting {
  readonly size: number;
  /** What lines are broken at; null where they are not. */
  readonly width: number | null;
  /** Lines that are kept; what is left out is told by `…`. */
  readonly mostLines: number | null;
  /** In place of the text's colour. */
  readonly paint: Paint | null;
}

/** Where lines are not broken: more than any text is wide. */
const UNBROKEN = 1e8;

/**
 * A paragraph as CanvasKit has set it, to be deleted. Every line is `lineHeight` × size high, whatever fonts are in it, and
 * what that leaves beside the first font's height is shared above and below.
 */
export function typeset(
  { kit, drawing, fonts }: Composing,
  { text, isRightToLeft }: TextParagraph,
  { size, width, mostLines, paint }: Setting,
): Paragraph {
  const heights = { fontSize: size, heightMultiplier: drawing.lineHeight, halfLeading: true };
  const families = { fontFamilies: [...drawing.fonts] };
  const style: TextStyle = {
    ...heights,
    ...families,
    color: inkOf(kit, drawing.color, 1),
    letterSpacing: drawing.letterSpacing,
    ...linesOf(kit, drawing),
    ...(fonts.isVariable ? { fontVariations: [{ axis: 'wght', value: drawing.weight }] } : {}),
  };
  const builder = kit.ParagraphBuilder.MakeFromFontCollection(
    new kit.ParagraphStyle({
      textAlign: width === null ? kit.TextAlign.Left : alignmentOf(kit, drawing, isRightToLeft),
      textDirection: isRightToLeft ? kit.TextDirection.RTL : kit.TextDirection.LTR,
      // Sizes are exact, and the same at every scale.
      applyRoundingHack: false,
      disableHinting: true,
      replaceTabCharacters: true,
      ...(mostLines === null ? {} : { maxLines: mostLines, ellipsis: '…' }),
      strutStyle: { ...heights, ...families, strutEnabled: true, forceStrutHeight: true },
      textStyle: style,
    }),
    fonts.collection,
  );
  const nothing = paint === null ? null : new kit.Paint();
  try {
    nothing?.setColor(kit.TRANSPARENT);
    for (const run of fontRuns(text, drawing.fonts)) {
      const runStyle = new kit.TextStyle({ ...style, fontFamilies: [...run.fonts] });
      if (paint !== null && nothing !== null) builder.pushPaintStyle(runStyle, paint, nothing);
      else builder.pushStyle(runStyle);
      builder.addText(run.text);
      builder.pop();
    }
    const paragraph = builder.build();
    paragraph.layout(width ?? UNBROKEN);
    return paragraph;
  } finally {
    nothing?.delete();
    builder.delete();
  }
}

/** Lines along the letters, in the colour that these have. */
function linesOf(kit: CanvasKit, { lines, color }: TextDrawing): Pick<TextStyle, 'decoration' | 'decorationColor'> {
  if (lines === undefined) return {};
  const decoration = { underline: kit.UnderlineDecoration, strike: kit.LineThroughDecoration };
  return { decoration: lines.reduce((all, line) => all | decoration[line], 0), decorationColor: inkOf(kit, color, 1) };
}

/** How much of the free space lies on the left of a line: 0, a half or 1. */
export function shareOnTheLeft({ xAlign }: TextDrawing, isRightToLeft: boolean): number {
  switch (xAlign) {
    case 'left':
      return 0;
    case 'center':
      return 0.5;
    case 'right':
      return 1;
    case 'start':
    case 'justify':
      return isRightToLeft ? 1 : 0;
    case 'end':
      return isRightToLeft ? 0 : 1;
  }
}

function alignmentOf(kit: CanvasKit, drawing: TextDrawing, isRightToLeft: boolean) {
  if (drawing.xAlign === 'justify') return kit.TextAlign.Justify;
  const share = shareOnTheLeft(drawing, isRightToLeft);
  return share === 0 ? kit.TextAlign.Left : share === 1 ? kit.TextAlign.Right : kit.TextAlign.Center;
}
