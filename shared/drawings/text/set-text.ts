import type { Paragraph } from 'canvaskit-wasm';
import {
  type Digest,
  type DrawingLayout,
  type DrawnLine,
  drawingLimits,
  type TextDrawing,
  type UnusedFont,
} from '../drawing/drawing.ts';
import { inScope, type Keep } from '../drawing/pixels.ts';
import { hyphenated, SEEN_HYPHEN, SOFT_HYPHEN } from './hyphens.ts';
import {
  CONTROLS,
  type Composing,
  type Look,
  largestFactor,
  paragraphsOf,
  shareOnTheLeft,
  type TextParagraph,
  typeset,
} from './typeset.ts';

/** How much wider than it is a line may be told to be, in pixels: its letters and their spacing add up in 32 bits. */
const ROUNDING = 0.01;

/** A text whose lines have their places. */
export interface SetText {
  readonly layout: DrawingLayout;
  /** From the topmost, each with the place of its upper left corner in the box. */
  readonly paragraphs: readonly PlacedParagraph[];
  /** The same in another look, such as an outline's. */
  readonly setWith: (look: Look) => readonly PlacedParagraph[];
}

export interface PlacedParagraph {
  readonly set: Paragraph;
  /** Where it begins in the content, in UTF-16 units. */
  readonly start: number;
  readonly left: number;
  readonly top: number;
}

/** Characters that have no picture of their own, so that none is missing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u;
const MOST_MISSING = 10;

/** Finds a text's size, breaks its lines, leaves out those that do not fit, and places the rest in the box. */
export function setText(composing: Composing, keep: Keep): SetText {
  const { drawing } = composing;
  const unresolved = new Set<number>();
  const size = sizeOf(composing, unresolved);
  const room = roomOf(drawing);
  const shown = shownParagraphs(composing, size, keep);
  const pitch = pitchAt(drawing, size);
  const lineCount = shown.paragraphs.reduce((sum, { lines }) => sum + lines, 0);
  const widest = shown.paragraphs.reduce((most, { width }) => Math.max(most, width), 0);

  const { padding } = drawing;
  const wholly = (length: number) => Math.ceil(length - SLACK);
  // Whatever it says, such as nothing, or letters that lie one over another: whoever places it divides by its sides.
  const width = Math.max(1, drawing.width ?? wholly(widest + padding.left + padding.right));
  const height = Math.max(1, drawing.height ?? wholly(lineCount * pitch + padding.top + padding.bottom));
  const innerWidth = Math.max(0, width - padding.left - padding.right);
  const innerHeight = Math.max(0, height - padding.top - padding.bottom);
  const top = padding.top + (innerHeight - lineCount * pitch) * shareAbove(drawing);

  const place = (look: Look | null): readonly PlacedParagraph[] => {
    let line = 0;
    return shown.paragraphs.flatMap((each) => {
      const at = top + line * pitch;
      line += each.lines;
      if (each.set === null) return [];
      // Where lines are broken, CanvasKit has aligned them in the room.
      const free = room.width === null ? innerWidth - each.width : 0;
      const { isRightToLeft } = each.paragraph;
      // CanvasKit puts half of the spacing before each cluster.
      const spacing = (isRightToLeft ? drawing.letterSpacing : -drawing.letterSpacing) / 2;
      const left = padding.left + free * shareOnTheLeft(drawing, isRightToLeft) + spacing;
      const set = look === null ? each.set : keep(each.setWith(look));
      return [{ set, start: each.paragraph.start, left, top: at }];
    });
  };
  const placed = place(null);
  const lines = linesOf(placed);
  const overflows =
    shown.isCut || lineCount * pitch > innerHeight + SLACK || lines.some((line) => line.width > innerWidth + ROUNDING);
  const unused = unusedFonts(composing);
  return {
    layout: {
      width,
      height,
      lines,
      size,
      overflows,
      missing: missingIn(drawing, placed, unresolved),
      ...(unused.length > 0 && { unused }),
    },
    paragraphs: placed,
    setWith: place,
  };
}

interface ShownParagraph {
  readonly paragraph: TextParagraph;
  /** Null of an empty one. */
  readonly set: Paragraph | null;
  readonly setWith: (look: Look) => Paragraph;
  readonly lines: number;
  /** Of the widest line. */
  readonly width: number;
}

/** The paragraphs, up to the last line for which there is room where lines have to be left out. */
function shownParagraphs(composing: Composing, size: number, keep: Keep) {
  const { drawing } = composing;
  const room = roomOf(drawing);
  // Without autosize only `maxlines` leaves lines out: what does not fit is seen beyond the box.
  const bounds = drawing.autosize === 'none' ? { ...room, height: null } : room;
  const most = mostLinesAt(drawing, bounds, size);
  const set = (paragraph: TextParagraph, mostLines: number | null): ShownParagraph => {
    const broken = hyphenated(composing, paragraph, size, room.width);
    const setWith = (look: Look) => typeset(composing, broken, { size, width: room.width, mostLines, look });
    if (paragraph.text === '') return { paragraph, set: null, setWith, lines: 1, width: 0 };
    const made = keep(setWith({}));
    return { paragraph, set: made, setWith, lines: made.getNumberOfLines(), width: made.getLongestLine() };
  };
  const paragraphs: ShownParagraph[] = [];
  let lines = 0;
  const all = paragraphsOf(drawing);
  for (const [index, paragraph] of all.entries()) {
    const made = set(paragraph, null);
    const isLast = index === all.length - 1;
    if (lines + made.lines < most || (lines + made.lines === most && isLast)) {
      paragraphs.push(made);
      lines += made.lines;
      continue;
    }
    // The last line that there is room for says that something follows.
    const isWhole = lines + made.lines === most;
    paragraphs.push(set(isWhole ? { ...paragraph, text: `${paragraph.text}…` } : paragraph, most - lines));
    return { paragraphs, isCut: true };
  }
  return { paragraphs, isCut: false };
}

function linesOf(placed: readonly PlacedParagraph[]): readonly DrawnLine[] {
  return placed.flatMap(({ set, start, left, top }) => {
    return set.getLineMetrics().map((line) => ({
      start: start + line.startIndex,
      end: start + line.endExcludingWhitespaces,
      left: left + line.left,
      width: line.width,
      baseline: top + line.baseline,
    }));
  });
}

function shareAbove({ yAlign }: TextDrawing): number {
  switch (yAlign) {
    case 'top':
      return 0;
    case 'middle':
      return 0.5;
    case 'bottom':
      return 1;
  }
}

/** The first characters, in the order of the text, that no font has. */
function missingIn(
  { content }: TextDrawing,
  placed: readonly PlacedParagraph[],
  before: ReadonlySet<number>,
): readonly string[] {
  const unresolved = new Set([...before, ...placed.flatMap(({ set }) => set.unresolvedCodepoints())]);
  // CanvasKit does not count them.
  const controls = new Set(content.match(CONTROLS));
  if (unresolved.size === 0 && controls.size === 0 && content.isWellFormed()) return [];
  const missing = new Set<string>();
  for (const character of content) {
    if (missing.size === MOST_MISSING) break;
    const isLacking = unresolved.has(character.codePointAt(0) ?? 0) && !INVISIBLE.test(character);
    if (isLacking || controls.has(character) || !character.isWellFormed()) missing.add(character);
  }
  return [...missing];
}

/** Symbols lie at U+F000 and behind, in the order of Latin-1. */
const SYMBOLS = 0xf000;
const LATIN_1 = 0xff;

/** The fonts that a text or one of its runs names first and that have none of its visible characters. */
function unusedFonts({ drawing, fonts }: Composing): readonly UnusedFont[] {
  const { content, runs = [] } = drawing;
  const segments = [
    { text: content, first: drawing.fonts[0] },
    ...runs.flatMap((run) =>
      run.fonts === undefined ? [] : [{ text: content.slice(run.start, run.end), first: run.fonts[0] }],
    ),
  ];
  const unused = new Map<Digest, UnusedFont>();
  const used = new Set<Digest>();
  for (const { text, first } of segments) {
    const seen = [...text].filter((character) => !INVISIBLE.test(character)).map((each) => each.codePointAt(0) ?? 0);
    const [code] = seen;
    if (first === undefined || code === undefined) continue;
    if (seen.some((each) => fonts.covers(first, each) !== false)) used.add(first);
    else {
      const isSymbol = code <= LATIN_1 && fonts.covers(first, SYMBOLS + code) === true;
      unused.set(first, { digest: first, symbol: isSymbol ? SYMBOLS + code : null });
    }
  }
  return [...unused.values()].filter(({ digest }) => !used.has(digest));
}

/** The room for lines, without padding; null where the text says how much it takes. */
export interface Room {
  readonly width: number | null;
  readonly height: number | null;
}

/** What may be missing for numbers that are not exact, in pixels. */
const SLACK = 1e-3;

function roomOf({ width, height, padding }: TextDrawing): Room {
  return {
    width: width === null ? null : Math.max(0, width - padding.left - padding.right),
    height: height === null ? null : Math.max(0, height - padding.top - padding.bottom),
  };
}

/** From baseline to baseline where a text is set in a size: all lines are as high as its largest letters ask for. */
function pitchAt(drawing: TextDrawing, size: number): number {
  return drawing.lineHeight * size * largestFactor(drawing);
}

/** Lines of a size that the room and `maxlines` let in: one at least. Infinity where nothing bounds them. */
function mostLinesAt(drawing: TextDrawing, room: Room, size: number): number {
  const high =
    room.height === null ? Number.POSITIVE_INFINITY : Math.floor((room.height + SLACK) / pitchAt(drawing, size));
  return Math.max(1, Math.min(high, drawing.maxLines ?? Number.POSITIVE_INFINITY));
}

/**
 * The size that a text is set in: its own, or the one that `autosize` finds.
 * @param unresolved Is given the characters that no font has, as far as the text is set to find it: once it was, CanvasKit
 * remembers what it shaped and does not tell of them again.
 */
function sizeOf(composing: Composing, unresolved: Set<number>): number {
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
