import type { CanvasKit, FontStyle, Paint, Paragraph, TextStyle } from 'canvaskit-wasm';
import type { Ink, TextDrawing } from '../drawing/drawing.ts';
import { inkOf } from '../drawing/pixels.ts';
import type { TakenFonts } from '../fonts/font-shelf.ts';
import { fontRuns } from './emoji-runs.ts';
import { CONTROLS, type TextParagraph } from './paragraphs.ts';
import { largestFactor, piecesOf, type TextPiece } from './text-pieces.ts';

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
  readonly look: Look;
}

/** In which look letters are set; without anything in their own colours. It moves no letter. */
export interface Look {
  /** In place of all colours. */
  readonly paint?: Paint;
  /** Which pieces are seen; the others keep their places. */
  readonly isSeen?: (piece: TextPiece) => boolean;
}

/** Where lines are not broken: more than any text is wide. */
const UNBROKEN = 1e8;

/**
 * A paragraph as CanvasKit has set it, to be deleted. Every line is `lineHeight` × size high, that of the text or of its
 * largest run, whatever fonts are in it, and what that leaves beside the first font's height is shared above and below.
 */
export function typeset(
  { kit, drawing, fonts }: Composing,
  paragraph: TextParagraph,
  { size, width, mostLines, look }: Setting,
): Paragraph {
  const strut = {
    ...heightsOf(drawing, size * largestFactor(drawing)),
    fontFamilies: [...drawing.fonts],
    strutEnabled: true,
    forceStrutHeight: true,
  };
  const { isRightToLeft } = paragraph;
  const builder = kit.ParagraphBuilder.MakeFromFontCollection(
    new kit.ParagraphStyle({
      textAlign: width === null ? kit.TextAlign.Left : alignmentOf(kit, drawing, isRightToLeft),
      textDirection: isRightToLeft ? kit.TextDirection.RTL : kit.TextDirection.LTR,
      // Sizes are exact, and the same at every scale.
      applyRoundingHack: false,
      disableHinting: true,
      replaceTabCharacters: true,
      ...(mostLines === null ? {} : { maxLines: mostLines, ellipsis: '…' }),
      strutStyle: strut,
      textStyle: styleOf(kit, drawing, drawing, { size, isVariable: fonts.isVariable }),
    }),
    fonts.collection,
  );
  const nothing = new kit.Paint();
  try {
    nothing.setColor(kit.TRANSPARENT);
    for (const piece of piecesOf(drawing, paragraph)) {
      const isSeen = !piece.isHidden && (look.isSeen === undefined || look.isSeen(piece));
      const pieceSize = piece.size === drawing.size ? size : (piece.size * size) / drawing.size;
      const shown = isSeen ? piece : { ...piece, lines: undefined };
      const style = styleOf(kit, drawing, shown, { size: pieceSize, isVariable: fonts.isVariable });
      const paint = isSeen ? look.paint : nothing;
      for (const run of fontRuns(piece.text, piece.fonts)) {
        const runStyle = new kit.TextStyle({ ...style, fontFamilies: [...run.fonts] });
        if (paint === undefined) builder.pushStyle(runStyle);
        else builder.pushPaintStyle(runStyle, paint, nothing);
        builder.addText(drawable(run.text));
        builder.pop();
      }
    }
    const made = builder.build();
    made.layout(width ?? UNBROKEN);
    return made;
  } finally {
    nothing.delete();
    builder.delete();
  }
}

/** Replaces what CanvasKit would draw as an empty box. Every UTF-16 unit stays at its place. */
function drawable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, WORD_JOINER);
}

/** Takes no room and allows no break. */
export const WORD_JOINER = '\u2060';

function heightsOf({ lineHeight }: TextDrawing, size: number) {
  return { fontSize: size, heightMultiplier: lineHeight, halfLeading: true };
}

/** How letters of a piece are set, or those of a text that have no look of their own. */
function styleOf(
  kit: CanvasKit,
  drawing: TextDrawing,
  { fonts, weight, color, lines, made }: Pick<TextPiece, 'fonts' | 'weight' | 'color' | 'lines' | 'made'>,
  { size, isVariable }: { readonly size: number; readonly isVariable: boolean },
): TextStyle {
  return {
    ...heightsOf(drawing, size),
    fontFamilies: [...fonts],
    color: inkOf(kit, color, 1),
    letterSpacing: drawing.letterSpacing,
    ...linesOf(kit, lines, color),
    ...(isVariable ? { fontVariations: [{ axis: 'wght', value: weight }] } : {}),
    ...(made && { fontStyle: faceWanted(kit, made, isVariable) }),
  };
}

/** What CanvasKit makes of a face that lacks it. A font that can be set to a weight is, and is not thickened once more. */
function faceWanted(kit: CanvasKit, made: NonNullable<TextPiece['made']>, isVariable: boolean): FontStyle {
  return {
    ...(made.includes('italic') && { slant: kit.FontSlant.Italic }),
    ...(made.includes('bold') && !isVariable && { weight: kit.FontWeight.Bold }),
  };
}

/** Lines along the letters, in the colour that these have. */
function linesOf(
  kit: CanvasKit,
  lines: TextDrawing['lines'],
  color: Ink,
): Pick<TextStyle, 'decoration' | 'decorationColor'> {
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
