import type { Paragraph } from 'canvaskit-wasm';
import type { Digest, DrawingLayout, DrawnLine, TextDrawing, UnusedFont } from '../drawing/drawing.ts';
import type { Keep } from '../drawing/scope.ts';
import { mostLinesAt, pitchAt, roomOf, SLACK, sizeOf } from './fit-text.ts';
import { hyphenated } from './hyphens.ts';
import { CONTROLS, paragraphsOf, type TextParagraph } from './paragraphs.ts';
import { type Composing, type Look, shareOnTheLeft, typeset } from './typeset.ts';

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
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u;
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
    const isLacking = unresolved.has(character.codePointAt(0) ?? 0) && !UNSEEN.test(character);
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
  const stretches = [
    { text: content, first: drawing.fonts[0] },
    ...runs.flatMap((run) =>
      run.fonts === undefined ? [] : [{ text: content.slice(run.start, run.end), first: run.fonts[0] }],
    ),
  ];
  const unused = new Map<Digest, UnusedFont>();
  const used = new Set<Digest>();
  for (const { text, first } of stretches) {
    const seen = [...text].filter((character) => !UNSEEN.test(character)).map((each) => each.codePointAt(0) ?? 0);
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
