import type { Paragraph } from 'canvaskit-wasm';
import type { TextDrawing } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import { inScope, type Keep } from '../drawing/scope.ts';
import { hyphenated, SEEN_HYPHEN, SOFT_HYPHEN } from './hyphens.ts';
import { paragraphsOf, type TextParagraph } from './paragraphs.ts';
import { largestFactor } from './text-pieces.ts';
import { type Composing, typeset } from './typeset.ts';

/** The room for lines, without padding; null where the text says how much it takes. */
export interface Room {
  readonly width: number | null;
  readonly height: number | null;
}

/** What may be missing for numbers that are not exact, in pixels. */
export const SLACK = 1e-3;

export function roomOf({ width, height, padding }: TextDrawing): Room {
  return {
    width: width === null ? null : Math.max(0, width - padding.left - padding.right),
    height: height === null ? null : Math.max(0, height - padding.top - padding.bottom),
  };
}

/** From baseline to baseline where a text is set in a size: all lines are as high as its largest letters ask for. */
export function pitchAt(drawing: TextDrawing, size: number): number {
  return drawing.lineHeight * size * largestFactor(drawing);
}

/** Lines of a size that the room and `maxlines` let in: one at least. Infinity where nothing bounds them. */
export function mostLinesAt(drawing: TextDrawing, room: Room, size: number): number {
  const high =
    room.height === null ? Number.POSITIVE_INFINITY : Math.floor((room.height + SLACK) / pitchAt(drawing, size));
  return Math.max(1, Math.min(high, drawing.maxLines ?? Number.POSITIVE_INFINITY));
}

/**
 * The size that a text is set in: its own, or the one that `autosize` finds.
 * @param unresolved Is given the characters that no font has, as far as the text is set to find it: once it was, CanvasKit
 * remembers what it shaped and does not tell of them again.
 */
export function sizeOf(composing: Composing, unresolved: Set<number>): number {
  const { autosize, size } = composing.drawing;
  if (autosize === 'none') return size;
  return inScope((keep) => {
    const fits = fitting(composing, keep, unresolved);
    return autosize === 'shrink' && fits(size) ? size : largestThatFits(composing.drawing, fits);
  });
}

/** By halving, in half pixels; the least size where none fits. */
function largestThatFits(drawing: TextDrawing, fits: (size: number) => boolean): number {
  const isShrunk = drawing.autosize === 'shrink';
  const least = Math.min(drawing.minSize, isShrunk ? drawing.size : drawingLimits.textSize);
  // What fits lies from `low` up to, and without, `high`.
  let low = Math.ceil(least * 2);
  let high = (isShrunk ? Math.floor(drawing.size * 2) : mostHalves(drawing)) + 1;
  let found = least;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle / 2)) {
      found = middle / 2;
      low = middle + 1;
    } else high = middle;
  }
  return found;
}

/** No line fits the box that is higher than it. */
function mostHalves(drawing: TextDrawing): number {
  const { height } = roomOf(drawing);
  const high = height === null ? drawingLimits.textSize : (height + SLACK) / pitchAt(drawing, 1);
  return Math.floor(2 * Math.min(high, drawingLimits.textSize / largestFactor(drawing)));
}

/** Says of a size whether a text that is set in it has no line that is too wide, and not too many. */
function fitting(composing: Composing, keep: Keep, unresolved: Set<number>): (size: number) => boolean {
  const { drawing } = composing;
  const room = roomOf(drawing);
  const paragraphs = paragraphsOf(drawing);
  const shaped = new Map<TextParagraph, Shaped>();
  /** Without spacing, forms are as large as their size: shaped once, lines of any size are broken by a width that is scaled. */
  const shapedFor = (paragraph: TextParagraph, size: number): Shaped => {
    const known = shaped.get(paragraph);
    if (known !== undefined && (drawing.letterSpacing === 0 || known.size === size)) return known;
    const set = keep(typeset(composing, paragraph, { size, width: null, mostLines: null, look: {} }));
    for (const codepoint of set.unresolvedCodepoints()) unresolved.add(codepoint);
    const made = { set, size, unbreakable: widestPiece(composing, paragraph, set, size) };
    shaped.set(paragraph, made);
    return made;
  };
  /** Lines of a paragraph in a size; null where one of its pieces is too wide. */
  const linesAt = (paragraph: TextParagraph, size: number): number | null => {
    if (paragraph.text === '') return 1;
    const { set, size: shapedSize, unbreakable } = shapedFor(paragraph, size);
    if (room.width === null) return set.getNumberOfLines();
    const width = (room.width * shapedSize) / size;
    if (unbreakable > width + SLACK) return null;
    if (paragraph.text.includes(SOFT_HYPHEN)) return linesWithHyphens(composing, paragraph, size, room.width);
    set.layout(width);
    return set.getNumberOfLines();
  };
  return (size) => {
    const most = mostLinesAt(drawing, room, size);
    if (room.height !== null && pitchAt(drawing, size) > room.height + SLACK) return false;
    if (paragraphs.length > most) return false;
    // Paragraphs that are not set yet have a line each.
    let lines = paragraphs.length;
    for (const paragraph of paragraphs) {
      const own = linesAt(paragraph, size);
      if (own === null) return false;
      lines += own - 1;
      if (lines > most) return false;
    }
    return true;
  };
}

interface Shaped {
  readonly set: Paragraph;
  readonly size: number;
  readonly unbreakable: number;
}

/** Whatever stands behind it may be broken off, and it has no width itself. */
const FIRST_PIECE = '\u200b ';

/**
 * The width of the widest stretch that cannot be broken, of a paragraph in a line that is not; once a line was broken
 * within it, CanvasKit does not know it any more. Of a single run without white space CanvasKit gives the width of it
 * all (`breakShapedTextIntoLines`), so that is measured behind white space.
 */
function widestPiece(composing: Composing, paragraph: TextParagraph, set: Paragraph, size: number): number {
  const isHyphenated = paragraph.text.includes(SOFT_HYPHEN);
  if (/\s/.test(paragraph.text) && !isHyphenated) return set.getMinIntrinsicWidth();
  // A line that ends at a soft hyphen has to have room for what is seen of it.
  const text = FIRST_PIECE + paragraph.text.replaceAll(SOFT_HYPHEN, SEEN_HYPHEN);
  const behind = { ...paragraph, text, start: paragraph.start - FIRST_PIECE.length };
  return inScope((keep) =>
    keep(typeset(composing, behind, { size, width: null, mostLines: null, look: {} })).getMinIntrinsicWidth(),
  );
}

function linesWithHyphens(composing: Composing, paragraph: TextParagraph, size: number, width: number): number {
  const broken = hyphenated(composing, paragraph, size, width);
  return inScope((keep) =>
    keep(typeset(composing, broken, { size, width, mostLines: null, look: {} })).getNumberOfLines(),
  );
}
