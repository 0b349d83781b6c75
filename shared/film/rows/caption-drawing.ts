import type { Caption, CaptionRun } from '../../captions/shown-cues.ts';
import type { TextDrawing, TextRun } from '../../drawings/drawing/drawing.ts';
import type { CaptionsLayer } from '../../template/movie/movie.ts';
import { type DrawnIn, textDrawing } from './layer-drawing.ts';

/** The fonts that captions are set in, by what their markup asks for; of what is not asked for there are none. */
export interface CaptionFonts {
  readonly plain: readonly string[];
  readonly bold?: readonly string[];
  readonly italic?: readonly string[];
  readonly boldItalic?: readonly string[];
}

/** What captions say in one frame, as it is drawn. */
export function captionDrawing(
  { box, style }: CaptionsLayer,
  { text, runs }: Caption,
  fonts: CaptionFonts,
  drawnIn: DrawnIn,
): TextDrawing {
  const drawing = textDrawing({ content: text, box, style }, fonts.plain, drawnIn);
  if (runs.length === 0) return drawing;
  return { ...drawing, runs: runs.map((run) => textRun(run, fonts, style)) };
}

/** The weight of what is bold in captions. */
export function boldWeight({ weight }: CaptionsLayer['style']): number {
  return Math.max(BOLD, weight);
}

const BOLD = 700;

function textRun(
  { start, end, isBold, isItalic, isUnderlined, isHidden }: CaptionRun,
  fonts: CaptionFonts,
  style: CaptionsLayer['style'],
): TextRun {
  const made = [...(isBold ? ['bold' as const] : []), ...(isItalic ? ['italic' as const] : [])];
  const own = isBold ? (isItalic ? fonts.boldItalic : fonts.bold) : isItalic ? fonts.italic : undefined;
  return {
    start,
    end,
    ...(own && { fonts: own }),
    ...(isBold && { weight: boldWeight(style) }),
    ...(isUnderlined && { lines: ['underline', ...(style.lines ?? []).filter((line) => line !== 'underline')] }),
    ...(made.length > 0 && { made }),
    ...(isHidden && { isHidden }),
  };
}
