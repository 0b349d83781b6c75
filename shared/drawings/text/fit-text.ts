import type { Paragraph } from 'canvaskit-wasm';
import type { TextDrawing } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import { inScope, type Keep } from '../drawing/scope.ts';
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
    // The widest stretch that cannot be broken; once a line was broken within it, it is not known any more.
    const made = { set, size, unbreakable: set.getMinIntrinsicWidth() };
    shaped.set(paragraph, made);
    return made;
  };
  return (size) => {
    const most = mostLinesAt(drawing, room, size);
    if (room.height !== null && pitchAt(drawing, size) > room.height + SLACK) return false;
    if (paragraphs.length > most) return false;
    let lines = 0;
    for (const paragraph of paragraphs) {
      lines += 1;
      if (paragraph.text === '') continue;
      const { set, size: shapedSize, unbreakable } = shapedFor(paragraph, size);
      if (room.width !== null) {
        const width = (room.width * shapedSize) / size;
        if (unbreakable > width + SLACK) return false;
        set.layout(width);
      }
      lines += set.getNumberOfLines() - 1;
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
