import type { CanvasKit, FontStyle, Paint, Paragraph, TextStyle } from 'canvaskit-wasm';
import type { Digest, Ink, TextDrawing, TextRun } from '../drawing/drawing.ts';
import { inkOf } from '../drawing/pixels.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import type { TakenFonts } from '../fonts/font-registry.ts';

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
    ...(made && { fontStyle: requestedFace(kit, made, isVariable) }),
  };
}

/** What CanvasKit makes of a face that lacks it. A font that can be set to a weight is, and is not thickened once more. */
function requestedFace(kit: CanvasKit, made: NonNullable<TextPiece['made']>, isVariable: boolean): FontStyle {
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

/** A stretch of a paragraph in one look, all of it said. */
export interface TextPiece {
  readonly text: string;
  /** Where it begins in the content, in UTF-16 units. */
  readonly start: number;
  readonly fonts: readonly Digest[];
  readonly weight: number;
  readonly size: number;
  readonly color: Ink;
  readonly lines?: TextDrawing['lines'] | undefined;
  readonly made?: TextRun['made'] | undefined;
  readonly isHidden?: boolean;
}

/** A paragraph's stretches in their order, each as its run says and else as the text is; an empty paragraph has none. */
function piecesOf(drawing: TextDrawing, paragraph: TextParagraph): readonly TextPiece[] {
  const { text, start } = paragraph;
  const pieces: TextPiece[] = [];
  let at = 0;
  const cuts = cutsIn(drawing);
  const upTo = (end: number, run: TextRun | null): void => {
    for (const cut of [...cuts.map((each) => each - start), end]) {
      const until = Math.min(cut, end);
      if (until > at) pieces.push(pieceOf(drawing, run, { text: text.slice(at, until), start: start + at }));
      at = Math.max(at, until);
    }
  };
  for (const run of drawing.runs ?? []) {
    if (run.end <= start || run.start >= start + text.length) continue;
    upTo(Math.max(0, run.start - start), null);
    // What was put behind the paragraph's own text, such as `…`, looks like its end.
    const reachesTheEnd = run.end - start >= ownLength(drawing, paragraph);
    upTo(reachesTheEnd ? text.length : run.end - start, run);
  }
  upTo(text.length, null);
  return pieces;
}

/** How many times as large as the text's size the largest letters in it are, at least once: lines are as high as these ask for. */
export function largestFactor({ size, runs = [] }: TextDrawing): number {
  return runs.reduce((most, run) => Math.max(most, (run.size ?? size) / size), 1);
}

/** The opacities of letters, each once. */
export function alphasOf({ color, runs = [] }: TextDrawing): readonly number[] {
  return [...new Set([color.alpha, ...runs.map((run) => (run.color ?? color).alpha)])];
}

/** Where the part that is drawn begins and ends. */
function cutsIn({ part }: TextDrawing): readonly number[] {
  return part === undefined || part.kind === 'box' ? [] : [part.start, part.end];
}

/** Whether a piece is in the part of a text that is drawn. */
export function isInPart({ part }: TextDrawing, { start }: TextPiece): boolean {
  return part === undefined || (part.kind !== 'box' && part.start <= start && start < part.end);
}

function pieceOf(drawing: TextDrawing, run: TextRun | null, segment: Pick<TextPiece, 'text' | 'start'>): TextPiece {
  const { fonts, weight, size, color, lines, made } = drawing;
  return {
    ...segment,
    fonts: run?.fonts ?? fonts,
    weight: run?.weight ?? weight,
    size: run?.size ?? size,
    color: run?.color ?? color,
    lines: run?.lines ?? lines,
    made: run?.made ?? made,
    isHidden: run?.isHidden === true,
  };
}

function ownLength({ content }: TextDrawing, { start }: TextParagraph): number {
  const rest = content.slice(start);
  const end = rest.search(PARAGRAPH_END);
  return end < 0 ? rest.length : end;
}

/** A stretch of a text up to the end of a paragraph, and which way it runs. */
export interface TextParagraph {
  readonly text: string;
  /** Where it begins in the content, in UTF-16 units. */
  readonly start: number;
  readonly isRightToLeft: boolean;
}

/** Characters that run to the right: letters, and what is counted as such (UAX 9: L). */
const TO_THE_RIGHT = /[\p{L}\p{Mc}\p{Nl}\u200e]/u;
/** Blocks of scripts that run to the left (R and AL), and their mark. */
const TO_THE_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** What in those blocks is no letter: marks, numbers, signs. */
const WEAK = /[\p{M}\p{N}\p{S}\p{Po}\p{Cf}]/u;

/** Ends of paragraphs (UAX 14, LB4 and LB5; UAX 9, B). CanvasKit breaks lines at the others: VT, FF, and LS. */
const PARAGRAPH_END = /\r\n|[\n\r\u0085\u2029]/;

/** Characters without a picture that no font needs to have: controls that break no line, and those of annotations. */
export const CONTROLS = /(?![\t\n\v\f\r\u0085])\p{Cc}|[\ufff9-\ufffb]/gu;

/** Characters that begin an isolate, and the one that ends it (UAX 9, 2.4). */
const ISOLATE = /[\u2066-\u2068]/;
const ISOLATE_END = '\u2069';

/** The paragraphs of a text; an empty text has one. */
export function paragraphsOf({ content, direction }: TextDrawing): readonly TextParagraph[] {
  const paragraphs: TextParagraph[] = [];
  const add = (start: number, end: number): void => {
    const text = content.slice(start, end);
    paragraphs.push({ text, start, isRightToLeft: direction === 'auto' ? runsToTheLeft(text) : direction === 'rtl' });
  };
  let start = 0;
  for (const { index, 0: end } of content.matchAll(new RegExp(PARAGRAPH_END, 'g'))) {
    add(start, index);
    start = index + end.length;
  }
  add(start, content.length);
  return paragraphs;
}

/** By the first character outside of isolates that has a direction of its own (UAX 9: P2 and P3). */
function runsToTheLeft(text: string): boolean {
  let isolates = 0;
  for (const character of text) {
    if (ISOLATE.test(character)) isolates += 1;
    else if (character === ISOLATE_END) isolates = Math.max(0, isolates - 1);
    else if (isolates > 0) continue;
    else if (TO_THE_LEFT.test(character)) {
      if (character === '\u200f' || !WEAK.test(character)) return true;
    } else if (TO_THE_RIGHT.test(character)) return false;
  }
  return false;
}

/** A stretch of a text, and the fonts in the order in which its characters are looked for. */
export interface FontRun {
  readonly text: string;
  readonly fonts: readonly Digest[];
}

/** A character that is to be a coloured picture because it says so (UTS 51, ED-7a), with what is joined to it. */
const ASKS_FOR_COLOR = /(\p{Emoji}\ufe0f\u20e3?(?:\u200d\p{Emoji}\p{Emoji_Modifier}?\ufe0f?)*)/u;

const colored = new Set(bundledFonts.filter(({ family }) => family === 'Noto Color Emoji').map(({ digest }) => digest));

/** Parts a text where a character asks for a coloured picture: there the bundled colour font goes first. */
function fontRuns(text: string, fonts: readonly Digest[]): readonly FontRun[] {
  const colorFirst = [...fonts.filter((font) => colored.has(font)), ...fonts.filter((font) => !colored.has(font))];
  // With a group in the pattern, every second part is what it matched.
  return text
    .split(ASKS_FOR_COLOR)
    .map((part, index) => ({ text: part, fonts: index % 2 === 1 ? colorFirst : fonts }))
    .filter((run) => run.text !== '');
}
