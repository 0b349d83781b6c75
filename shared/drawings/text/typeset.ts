import type { CanvasKit, FontStyle, Paint, Paragraph, TextStyle } from 'canvaskit-wasm';
import type { Digest, Ink, TextDrawing, TextRun } from '../drawing/drawing.ts';
import { inkOf } from '../drawing/pixels.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import type { RegisteredFonts } from '../fonts/font-registry.ts';

/** The inputs of typesetting a text. */
export interface TypesettingInput {
  readonly kit: CanvasKit;
  readonly drawing: TextDrawing;
  readonly fonts: RegisteredFonts;
}

/** The options for typesetting one paragraph. */
export interface ParagraphOptions {
  readonly size: number;
  /** The width at which lines wrap; null if they do not wrap. */
  readonly width: number | null;
  /** The maximum number of lines; null for no limit. An ellipsis marks dropped lines. */
  readonly mostLines: number | null;
  readonly override: StyleOverride;
}

/** Style changes that do not move letters. If `paint` is absent, the letters keep their colors. */
export interface StyleOverride {
  /** The paint that replaces all colors. */
  readonly paint?: Paint;
  /** Returns whether a piece is visible. A hidden piece still takes up its space. */
  readonly isVisible?: (piece: TextPiece) => boolean;
}

/** The layout width for text that does not wrap: wider than any text. */
const UNLIMITED_WIDTH = 1e8;

/**
 * Typesets a paragraph with CanvasKit; the caller deletes the result. The height of every line is `lineHeight` × the
 * size of the text or of its largest run, for any fonts. Leading is this height minus the height of the first font.
 * Half of it is above the text, and half below.
 */
export function typeset(
  { kit, drawing, fonts }: TypesettingInput,
  paragraph: TextParagraph,
  { size, width, mostLines, override }: ParagraphOptions,
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
      // Use exact positions, because the layout must not depend on the scale.
      applyRoundingHack: false,
      disableHinting: true,
      replaceTabCharacters: true,
      ...(mostLines === null ? {} : { maxLines: mostLines, ellipsis: '…' }),
      strutStyle: strut,
      textStyle: styleOf(kit, drawing, drawing, { size, isVariable: fonts.isVariable }),
    }),
    fonts.collection,
  );
  const transparent = new kit.Paint();
  try {
    transparent.setColor(kit.TRANSPARENT);
    for (const piece of piecesOf(drawing, paragraph)) {
      const isVisible = !piece.isHidden && (override.isVisible === undefined || override.isVisible(piece));
      const pieceSize = piece.size === drawing.size ? size : (piece.size * size) / drawing.size;
      const visiblePiece = isVisible ? piece : { ...piece, lines: undefined };
      const style = styleOf(kit, drawing, visiblePiece, { size: pieceSize, isVariable: fonts.isVariable });
      const paint = isVisible ? override.paint : transparent;
      for (const run of fontRuns(piece.text, piece.fonts)) {
        const runStyle = new kit.TextStyle({ ...style, fontFamilies: [...run.fonts] });
        if (paint === undefined) builder.pushStyle(runStyle);
        else builder.pushPaintStyle(runStyle, paint, transparent);
        builder.addText(drawable(run.text));
        builder.pop();
      }
    }
    const result = builder.build();
    result.layout(width ?? UNLIMITED_WIDTH);
    return result;
  } finally {
    transparent.delete();
    builder.delete();
  }
}

/** Replaces characters that CanvasKit would draw as an empty box. Offsets in UTF-16 units stay the same. */
function drawable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, WORD_JOINER);
}

/** An invisible character without width that prevents a line break. */
export const WORD_JOINER = '\u2060';

function heightsOf({ lineHeight }: TextDrawing, size: number) {
  return { fontSize: size, heightMultiplier: lineHeight, halfLeading: true };
}

/** The OpenType features of digits. */
const FIGURES = { tabular: 'tnum', proportional: 'pnum' } as const;

/** Returns the style of a piece, or the default style of the text. */
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
    ...(drawing.figures && { fontFeatures: [{ name: FIGURES[drawing.figures], value: 1 }] }),
    ...(isVariable ? { fontVariations: [{ axis: 'wght', value: weight }] } : {}),
    ...(made && { fontStyle: synthesizedStyle(kit, made, isVariable) }),
  };
}

/**
 * Returns the style that CanvasKit synthesizes. A variable font is not emboldened, because it already has the weight.
 */
function synthesizedStyle(kit: CanvasKit, synthesized: NonNullable<TextPiece['made']>, isVariable: boolean): FontStyle {
  return {
    ...(synthesized.includes('italic') && { slant: kit.FontSlant.Italic }),
    ...(synthesized.includes('bold') && !isVariable && { weight: kit.FontWeight.Bold }),
  };
}

/** Returns the decoration lines, in the color of the letters. */
function linesOf(
  kit: CanvasKit,
  lines: TextDrawing['lines'],
  color: Ink,
): Pick<TextStyle, 'decoration' | 'decorationColor'> {
  if (lines === undefined) return {};
  const decoration = { underline: kit.UnderlineDecoration, strike: kit.LineThroughDecoration };
  return { decoration: lines.reduce((all, line) => all | decoration[line], 0), decorationColor: inkOf(kit, color, 1) };
}

/** Returns the fraction of the free space to the left of a line: 0, 0.5, or 1. */
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

/** A segment of a paragraph with a single style and no inherited values. */
export interface TextPiece {
  readonly text: string;
  /** The offset in the content, in UTF-16 units. */
  readonly start: number;
  readonly fonts: readonly Digest[];
  readonly weight: number;
  readonly size: number;
  readonly color: Ink;
  readonly lines?: TextDrawing['lines'] | undefined;
  readonly made?: TextRun['made'] | undefined;
  readonly isHidden?: boolean;
}

/**
 * Splits a paragraph into pieces, in order. A piece has the style of its run, or of the text if it is in no run. An
 * empty paragraph gives an empty list.
 */
function piecesOf(drawing: TextDrawing, paragraph: TextParagraph): readonly TextPiece[] {
  const { text, start } = paragraph;
  const pieces: TextPiece[] = [];
  let at = 0;
  const cuts = cutsIn(drawing);
  const addPieces = (end: number, run: TextRun | null): void => {
    for (const cut of [...cuts.map((place) => place - start), end]) {
      const until = Math.min(cut, end);
      if (until > at) pieces.push(pieceOf(drawing, run, { text: text.slice(at, until), start: start + at }));
      at = Math.max(at, until);
    }
  };
  for (const run of drawing.runs ?? []) {
    if (run.end <= start || run.start >= start + text.length) continue;
    addPieces(Math.max(0, run.start - start), null);
    // Include appended text, such as `…`, in a run that ends with the paragraph.
    const reachesTheEnd = run.end - start >= paragraphLength(drawing, paragraph);
    addPieces(reachesTheEnd ? text.length : run.end - start, run);
  }
  addPieces(text.length, null);
  return pieces;
}

/**
 * Returns the size of the largest letters divided by the size of the text, at least 1. This factor scales the line
 * height.
 */
export function largestFactor({ size, runs = [] }: TextDrawing): number {
  return runs.reduce((most, run) => Math.max(most, (run.size ?? size) / size), 1);
}

/** Returns the distinct opacities of the letters. */
export function alphasOf({ color, runs = [] }: TextDrawing): readonly number[] {
  return [...new Set([color.alpha, ...runs.map((run) => (run.color ?? color).alpha)])];
}

/** Returns the positions at which pieces must be split: the bounds of the drawn part and of words. */
function cutsIn({ part, words = [] }: TextDrawing): readonly number[] {
  const bounds = words.flatMap(({ start, end }) => [start, end]);
  return part === undefined || part.kind === 'box' ? bounds : [part.start, part.end];
}

/** Returns the index of the word that contains a piece; -1 for a piece between words. */
export function wordOfPiece({ words = [] }: TextDrawing, { start }: Pick<TextPiece, 'start'>): number {
  return words.findIndex((word) => word.start <= start && start < word.end);
}

/** Returns whether a piece belongs to the drawn part of a text. */
export function isInPart({ part }: TextDrawing, { start }: TextPiece): boolean {
  return part === undefined || (part.kind !== 'box' && part.start <= start && start < part.end);
}

function pieceOf(drawing: TextDrawing, run: TextRun | null, segment: Pick<TextPiece, 'text' | 'start'>): TextPiece {
  const { fonts, weight, size, color, lines, made } = drawing;
  const word = drawing.words?.[wordOfPiece(drawing, segment)];
  return {
    ...segment,
    fonts: run?.fonts ?? fonts,
    weight: run?.weight ?? weight,
    size: run?.size ?? size,
    color: word?.color ?? run?.color ?? color,
    lines: word?.lines ?? run?.lines ?? lines,
    made: run?.made ?? made,
    isHidden: run?.isHidden === true,
  };
}

function paragraphLength({ content }: TextDrawing, { start }: TextParagraph): number {
  const rest = content.slice(start);
  const end = rest.search(PARAGRAPH_END);
  return end < 0 ? rest.length : end;
}

/** A paragraph of a text with its direction. */
export interface TextParagraph {
  readonly text: string;
  /** The offset in the content, in UTF-16 units. */
  readonly start: number;
  readonly isRightToLeft: boolean;
}

/** Strong left-to-right characters: letters and similar characters (UAX 9: L). */
const LEFT_TO_RIGHT = /[\p{L}\p{Mc}\p{Nl}\u200e]/u;
/** Blocks of right-to-left scripts (R and AL), and the right-to-left mark. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters of these blocks without a strong direction: marks, numbers, and signs. */
const NOT_STRONG = /[\p{M}\p{N}\p{S}\p{Po}\p{Cf}]/u;

/** The ends of paragraphs (UAX 14, LB4 and LB5; UAX 9, B). CanvasKit breaks only the line at VT, FF, and LS. */
const PARAGRAPH_END = /\r\n|[\n\r\u0085\u2029]/;

/**
 * Characters to replace because they need no glyph: controls other than tab and line breaks, and interlinear annotation
 * characters.
 */
export const CONTROLS = /(?![\t\n\v\f\r\u0085])\p{Cc}|[\ufff9-\ufffb]/gu;

/** The characters that start an isolate, and the character that ends an isolate (UAX 9, 2.4). */
const ISOLATE = /[\u2066-\u2068]/;
const ISOLATE_END = '\u2069';

/** Splits a text into paragraphs. An empty text has one paragraph. */
export function paragraphsOf({ content, direction }: TextDrawing): readonly TextParagraph[] {
  const paragraphs: TextParagraph[] = [];
  const add = (start: number, end: number): void => {
    const text = content.slice(start, end);
    paragraphs.push({
      text,
      start,
      isRightToLeft: direction === 'auto' ? isRightToLeftText(text) : direction === 'rtl',
    });
  };
  let start = 0;
  for (const { index, 0: end } of content.matchAll(new RegExp(PARAGRAPH_END, 'g'))) {
    add(start, index);
    start = index + end.length;
  }
  add(start, content.length);
  return paragraphs;
}

/**
 * Returns whether the first strong character outside isolates is right-to-left (UAX 9: P2 and P3). A text without
 * strong characters is left-to-right.
 */
function isRightToLeftText(text: string): boolean {
  let isolates = 0;
  for (const character of text) {
    if (ISOLATE.test(character)) isolates += 1;
    else if (character === ISOLATE_END) isolates = Math.max(0, isolates - 1);
    else if (isolates > 0) continue;
    else if (RIGHT_TO_LEFT.test(character)) {
      if (character === '\u200f' || !NOT_STRONG.test(character)) return true;
    } else if (LEFT_TO_RIGHT.test(character)) return false;
  }
  return false;
}

/** A segment of a text with its fonts in lookup order. */
export interface FontRun {
  readonly text: string;
  readonly fonts: readonly Digest[];
}

/** Matches an emoji sequence that requests the color presentation (UTS 51, ED-7a), including joined characters. */
const COLOR_EMOJI = /(\p{Emoji}\ufe0f\u20e3?(?:\u200d\p{Emoji}\p{Emoji_Modifier}?\ufe0f?)*)/u;

const colored = new Set(bundledFonts.filter(({ family }) => family === 'Noto Color Emoji').map(({ digest }) => digest));

/** Splits a text at emoji that request color. For these emoji, the bundled color font is the first font. */
function fontRuns(text: string, fonts: readonly Digest[]): readonly FontRun[] {
  const colorFirst = [...fonts.filter((font) => colored.has(font)), ...fonts.filter((font) => !colored.has(font))];
  // `split` puts each match of the only group at an odd index.
  return text
    .split(COLOR_EMOJI)
    .map((part, index) => ({ text: part, fonts: index % 2 === 1 ? colorFirst : fonts }))
    .filter((run) => run.text !== '');
}
