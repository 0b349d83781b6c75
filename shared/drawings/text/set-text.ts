import type { Paragraph } from 'canvaskit-wasm';
import {
  type Digest,
  type DrawingLayout,
  type DrawnLine,
  drawingLimits,
  type TextDrawing,
  type UnusedFont,
} from '../drawing/drawing.ts';
import { type Keep, withScope } from '../drawing/pixels.ts';
import { hyphenated, SOFT_HYPHEN, VISIBLE_HYPHEN } from './hyphens.ts';
import {
  CONTROLS,
  largestFactor,
  paragraphsOf,
  type StyleOverride,
  shareOnTheLeft,
  type TextParagraph,
  type TypesettingInput,
  typeset,
} from './typeset.ts';

/** A laid-out text. */
export interface SetText {
  readonly layout: DrawingLayout;
  /** The distance between baselines in pixels. */
  readonly pitch: number;
  /** The padding of the drawing in pixels. */
  readonly padding: TextDrawing['padding'];
  /** The paragraphs from top to bottom, with the positions of their upper left corners in the box. */
  readonly paragraphs: readonly PlacedParagraph[];
  /** Returns the paragraphs in another style, such as an outline. */
  readonly setWith: (override: StyleOverride) => readonly PlacedParagraph[];
}

export interface PlacedParagraph {
  readonly set: Paragraph;
  /** The offset in the content, in UTF-16 units. */
  readonly start: number;
  readonly left: number;
  readonly top: number;
}

/** The tolerance for inexact numbers, in pixels. */
const TOLERANCE = 1e-3;

/** The rounding error of a measured line width, in pixels: CanvasKit sums advances and spacing in 32-bit floats. */
const WIDTH_TOLERANCE = 0.01;

/** Invisible characters, which are never reported as missing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u;
const MAX_MISSING = 10;

/**
 * Finds the font size and breaks lines. Drops lines that do not fit, and places the others in the box.
 * @param before The characters without a glyph that an earlier typesetting of the text found. CanvasKit caches shaped
 * text, so it reports them only once.
 */
export function setText(composing: TypesettingInput, keep: Keep, before: ReadonlySet<number> = new Set()): SetText {
  const { drawing } = composing;
  const unresolved = new Set(before);
  const size = sizeOf(composing, unresolved);
  const space = availableSpaceOf(drawing);
  const visible = visibleParagraphs(composing, size, keep);
  const pitch = pitchAt(drawing, size);
  const lineCount = visible.paragraphs.reduce((sum, { lines }) => sum + lines, 0);
  const widest = visible.paragraphs.reduce((most, { width }) => Math.max(most, width), 0);

  const { padding } = drawing;
  const roundUp = (length: number) => Math.ceil(length - TOLERANCE);
  // Both sides are at least 1 even for an empty text or overlapping letters, because callers divide by them.
  const width = Math.max(1, drawing.width ?? roundUp(widest + padding.left + padding.right));
  const height = Math.max(1, drawing.height ?? roundUp(lineCount * pitch + padding.top + padding.bottom));
  const innerWidth = Math.max(0, width - padding.left - padding.right);
  const innerHeight = Math.max(0, height - padding.top - padding.bottom);
  const top = padding.top + (innerHeight - lineCount * pitch) * shareAbove(drawing);

  const place = (override: StyleOverride | null): readonly PlacedParagraph[] => {
    let line = 0;
    return visible.paragraphs.flatMap((paragraph) => {
      const at = top + line * pitch;
      line += paragraph.lines;
      if (paragraph.set === null) return [];
      // If a width is given, CanvasKit has already aligned the lines.
      const free = space.width === null ? innerWidth - paragraph.width : 0;
      const { isRightToLeft } = paragraph.paragraph;
      // Compensate for half of the letter spacing, which CanvasKit adds before each cluster.
      const spacing = (isRightToLeft ? drawing.letterSpacing : -drawing.letterSpacing) / 2;
      const left = padding.left + free * shareOnTheLeft(drawing, isRightToLeft) + spacing;
      const set = override === null ? paragraph.set : keep(paragraph.setWith(override));
      return [{ set, start: paragraph.paragraph.start, left, top: at }];
    });
  };
  const placed = place(null);
  const lines = linesOf(placed);
  const overflows =
    visible.isCut ||
    lineCount * pitch > innerHeight + TOLERANCE ||
    lines.some((line) => line.width > innerWidth + WIDTH_TOLERANCE);
  const unused = unusedFonts(composing);
  const brokenWord = brokenWordIn(composing, visible.paragraphs, size);
  return {
    layout: {
      width,
      height,
      lines,
      size,
      overflows,
      missing: missingIn(drawing, placed, unresolved),
      ...(brokenWord !== null && { brokenWord }),
      ...(unused.length > 0 && { unused }),
    },
    ...{ pitch, padding },
    paragraphs: placed,
    setWith: place,
  };
}

interface VisibleParagraph {
  readonly paragraph: TextParagraph;
  /** The shaped paragraph; null for an empty paragraph. */
  readonly set: Paragraph | null;
  readonly setWith: (override: StyleOverride) => Paragraph;
  readonly lines: number;
  /** The width of the widest line. */
  readonly width: number;
}

/** Typesets the paragraphs up to the last line that fits. `isCut` is true if lines were dropped. */
function visibleParagraphs(composing: TypesettingInput, size: number, keep: Keep) {
  const { drawing } = composing;
  const space = availableSpaceOf(drawing);
  // Without autosize, only `maxlines` drops lines. Lines that do not fit extend beyond the box.
  const bounds = drawing.autosize === 'none' ? { ...space, height: null } : space;
  const most = mostLinesAt(drawing, bounds, size);
  const set = (paragraph: TextParagraph, mostLines: number | null): VisibleParagraph => {
    const broken = hyphenated(composing, paragraph, size, space.width);
    const setWith = (override: StyleOverride) =>
      typeset(composing, broken, { size, width: space.width, mostLines, override });
    if (paragraph.text === '') return { paragraph, set: null, setWith, lines: 1, width: 0 };
    const firstLayout = keep(setWith({}));
    return {
      paragraph,
      set: firstLayout,
      setWith,
      lines: firstLayout.getNumberOfLines(),
      width: firstLayout.getLongestLine(),
    };
  };
  const paragraphs: VisibleParagraph[] = [];
  let lines = 0;
  const all = paragraphsOf(drawing);
  for (const [index, paragraph] of all.entries()) {
    const firstLayout = set(paragraph, null);
    const isLast = index === all.length - 1;
    if (lines + firstLayout.lines < most || (lines + firstLayout.lines === most && isLast)) {
      paragraphs.push(firstLayout);
      lines += firstLayout.lines;
      continue;
    }
    // Drop the other lines, and end the last line that fits with an ellipsis.
    const isWhole = lines + firstLayout.lines === most;
    paragraphs.push(set(isWhole ? { ...paragraph, text: `${paragraph.text}…` } : paragraph, most - lines));
    return { paragraphs, isCut: true };
  }
  return { paragraphs, isCut: false };
}

/** Returns the first word that is broken at a position where breaks are not allowed; null if there is none. */
function brokenWordIn(
  composing: TypesettingInput,
  paragraphs: readonly VisibleParagraph[],
  size: number,
): string | null {
  const { width } = availableSpaceOf(composing.drawing);
  if (width === null) return null;
  for (const { paragraph, set } of paragraphs) {
    const lines = set?.getLineMetrics() ?? [];
    // Skip lines that end in white space, because they end between words.
    const broken = lines.find(
      ({ endIndex, endExcludingWhitespaces }, index) =>
        index < lines.length - 1 && endIndex === endExcludingWhitespaces,
    );
    if (broken === undefined) continue;
    const widest = withScope((keep) => {
      const unbroken = typeset(composing, paragraph, { size, width: null, mostLines: null, override: {} });
      return widestPiece(composing, paragraph, keep(unbroken), size);
    });
    if (widest <= width + WIDTH_TOLERANCE) continue;
    const words = [...paragraph.text.matchAll(/\S+/g)];
    const word = words.find(({ index, 0: text }) => index + text.length > broken.endIndex);
    return word?.[0] ?? null;
  }
  return null;
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

/** Returns the first characters of the text that are in no font, in order. */
function missingIn(
  { content }: TextDrawing,
  placed: readonly PlacedParagraph[],
  before: ReadonlySet<number>,
): readonly string[] {
  const unresolved = new Set([...before, ...placed.flatMap(({ set }) => set.unresolvedCodepoints())]);
  // CanvasKit does not report control characters as unresolved.
  const controls = new Set(content.match(CONTROLS));
  if (unresolved.size === 0 && controls.size === 0 && content.isWellFormed()) return [];
  const missing = new Set<string>();
  for (const character of content) {
    if (missing.size === MAX_MISSING) break;
    const isMissing = unresolved.has(character.codePointAt(0) ?? 0) && !INVISIBLE.test(character);
    if (isMissing || controls.has(character) || !character.isWellFormed()) missing.add(character);
  }
  return [...missing];
}

/** The code point of a Latin-1 character in symbol fonts is higher by this number. */
const SYMBOL_OFFSET = 0xf000;
const LAST_LATIN_1 = 0xff;

/** Returns the fonts at the start of the font list of a text or a run that have no glyph for its visible characters. */
function unusedFonts({ drawing, fonts }: TypesettingInput): readonly UnusedFont[] {
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
    const codes = [...text]
      .filter((character) => !INVISIBLE.test(character))
      .map((character) => character.codePointAt(0) ?? 0);
    const [code] = codes;
    if (first === undefined || code === undefined) continue;
    if (codes.some((next) => fonts.covers(first, next) !== false)) used.add(first);
    else {
      const isSymbol = code <= LAST_LATIN_1 && fonts.covers(first, SYMBOL_OFFSET + code) === true;
      unused.set(first, { digest: first, symbol: isSymbol ? SYMBOL_OFFSET + code : null });
    }
  }
  return [...unused.values()].filter(({ digest }) => !used.has(digest));
}

/** The space for lines, without padding; null for a side that depends on the text. */
interface AvailableSpace {
  readonly width: number | null;
  readonly height: number | null;
}

function availableSpaceOf({ width, height, padding }: TextDrawing): AvailableSpace {
  return {
    width: width === null ? null : Math.max(0, width - padding.left - padding.right),
    height: height === null ? null : Math.max(0, height - padding.top - padding.bottom),
  };
}

/** Returns the distance between baselines. The largest letters determine the height of all lines. */
export function pitchAt(drawing: TextDrawing, size: number): number {
  return drawing.lineHeight * size * largestFactor(drawing);
}

/**
 * Returns the number of lines that the available space and `maxlines` permit, at least 1. Returns infinity if there is
 * no limit.
 */
function mostLinesAt(drawing: TextDrawing, space: AvailableSpace, size: number): number {
  const high =
    space.height === null ? Number.POSITIVE_INFINITY : Math.floor((space.height + TOLERANCE) / pitchAt(drawing, size));
  return Math.max(1, Math.min(high, drawing.maxLines ?? Number.POSITIVE_INFINITY));
}

/**
 * Returns the given font size or the size that `autosize` finds.
 * @param unresolved Receives the characters that are in no font. CanvasKit caches shaped text, so it reports these
 * characters only once.
 */
function sizeOf(composing: TypesettingInput, unresolved: Set<number>): number {
  const { autosize, size } = composing.drawing;
  if (autosize === 'none') return size;
  return withScope((keep) => {
    const fits = fitCheck(composing, keep, unresolved);
    return autosize === 'shrink' && fits(size) ? size : largestThatFits(composing.drawing, fits);
  });
}

/**
 * Searches for the largest size that fits by bisection in steps of half a pixel. Returns the minimum size if none fits.
 */
function largestThatFits(drawing: TextDrawing, fits: (size: number) => boolean): number {
  const isShrunk = drawing.autosize === 'shrink';
  const least = Math.min(drawing.minSize, isShrunk ? drawing.size : drawingLimits.textSize);
  // `low` and `high` are in half pixels. Sizes from `high` on do not fit. `fitting` is the largest size found to fit.
  let low = Math.ceil(least * 2);
  let high = (isShrunk ? Math.floor(drawing.size * 2) : mostHalves(drawing)) + 1;
  let fitting = least;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle / 2)) {
      fitting = middle / 2;
      low = middle + 1;
    } else high = middle;
  }
  return fitting;
}

/** Returns the upper bound of the search in half pixels: the size at which one line is as high as the box. */
function mostHalves(drawing: TextDrawing): number {
  const { height } = availableSpaceOf(drawing);
  const high = height === null ? drawingLimits.textSize : (height + TOLERANCE) / pitchAt(drawing, 1);
  return Math.floor(2 * Math.min(high, drawingLimits.textSize / largestFactor(drawing)));
}

/**
 * Returns a function that checks whether the text fits at a size. The function checks the number of lines and the width
 * of segments without line breaks.
 */
export function fitCheck(composing: TypesettingInput, keep: Keep, unresolved: Set<number>): (size: number) => boolean {
  const { drawing } = composing;
  const space = availableSpaceOf(drawing);
  const paragraphs = paragraphsOf(drawing);
  const shaped = new Map<TextParagraph, Shaped>();
  /**
   * Shapes a paragraph. Without letter spacing, advances are proportional to the font size, so the text is shaped only
   * once and wrapped at a scaled width.
   */
  const shapedFor = (paragraph: TextParagraph, size: number): Shaped => {
    const cached = shaped.get(paragraph);
    if (cached !== undefined && (drawing.letterSpacing === 0 || cached.size === size)) return cached;
    const set = keep(typeset(composing, paragraph, { size, width: null, mostLines: null, override: {} }));
    for (const codepoint of set.unresolvedCodepoints()) unresolved.add(codepoint);
    const shapedText = { set, size, unbreakable: widestPiece(composing, paragraph, set, size) };
    shaped.set(paragraph, shapedText);
    return shapedText;
  };
  /** Returns the number of lines of a paragraph at a size; null if an unbreakable segment is too wide. */
  const linesAt = (paragraph: TextParagraph, size: number): number | null => {
    if (paragraph.text === '') return 1;
    const { set, size: shapedSize, unbreakable } = shapedFor(paragraph, size);
    if (space.width === null) return set.getNumberOfLines();
    const width = (space.width * shapedSize) / size;
    if (unbreakable > width + TOLERANCE) return null;
    if (paragraph.text.includes(SOFT_HYPHEN)) return linesWithHyphens(composing, paragraph, size, space.width);
    set.layout(width);
    return set.getNumberOfLines();
  };
  return (size) => {
    const most = mostLinesAt(drawing, space, size);
    if (space.height !== null && pitchAt(drawing, size) > space.height + TOLERANCE) return false;
    if (paragraphs.length > most) return false;
    // Count one line for each paragraph that is not typeset yet.
    let lines = paragraphs.length;
    for (const paragraph of paragraphs) {
      const paragraphLines = linesAt(paragraph, size);
      if (paragraphLines === null) return false;
      lines += paragraphLines - 1;
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

/** A prefix without visible width, after which a line can break. */
const BREAK_PREFIX = '\u200b ';

/**
 * Returns the width of the widest unbreakable segment. Measures the paragraph on one line, because CanvasKit loses the
 * value when it breaks the segment. For a single run without white space, CanvasKit returns the full width of the run
 * (`breakShapedTextIntoLines`), so such a run is measured after `BREAK_PREFIX`.
 */
function widestPiece(composing: TypesettingInput, paragraph: TextParagraph, set: Paragraph, size: number): number {
  const isHyphenated = paragraph.text.includes(SOFT_HYPHEN);
  if (/\s/.test(paragraph.text) && !isHyphenated) return set.getMinIntrinsicWidth();
  // Replace soft hyphens with visible ones, because a line that ends there needs space for the hyphen.
  const text = BREAK_PREFIX + paragraph.text.replaceAll(SOFT_HYPHEN, VISIBLE_HYPHEN);
  const prefixed = { ...paragraph, text, start: paragraph.start - BREAK_PREFIX.length };
  return withScope((keep) =>
    keep(typeset(composing, prefixed, { size, width: null, mostLines: null, override: {} })).getMinIntrinsicWidth(),
  );
}

function linesWithHyphens(composing: TypesettingInput, paragraph: TextParagraph, size: number, width: number): number {
  const broken = hyphenated(composing, paragraph, size, width);
  return withScope((keep) =>
    keep(typeset(composing, broken, { size, width, mostLines: null, override: {} })).getNumberOfLines(),
  );
}
