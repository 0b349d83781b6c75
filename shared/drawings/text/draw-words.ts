import type { Canvas, CanvasKit } from 'canvaskit-wasm';
import { cutToFit } from '../../lib/cut-to-fit.ts';
import type { DrawnPicture, DrawnWord, TextDrawing, WordMove, WordPill } from '../drawing/drawing.ts';
import { drawPixels, inkOf, type Keep, type Reach } from '../drawing/pixels.ts';
import {
  linePart,
  marginOf,
  outlinePaint,
  paintBoxes,
  paintParagraphs,
  paintRounded,
  reachOf,
  shadowOf,
} from './paint-text.ts';
import { fitCheck, pitchAt, type SetText } from './set-text.ts';
import { type TypesettingInput, wordOfPiece } from './typeset.ts';

/** The maximum gap between two adjacent parts of a word's box, in pixels. */
const TOLERANCE = 0.01;

/** Words with the same opacity, outline, and transformation, which are painted together. */
interface WordGroup {
  readonly words: ReadonlySet<number>;
  /** The opacity of the word. */
  readonly opacity: number;
  /** The opacity of its letters. */
  readonly alpha: number;
  readonly outline: TextDrawing['outline'];
  readonly move: WordMove | null;
  readonly isActive: boolean;
  /** The middle of the word's box, which is the center of the transformation. */
  readonly middle: { readonly x: number; readonly y: number };
}

/**
 * Draws a text with styled words: first boxes, then pills, outlines and shadows, and letters. Active words come last.
 */
export function drawWords(kit: CanvasKit, drawing: TextDrawing, text: SetText, keep: Keep): DrawnPicture {
  const { words = [], shadow } = drawing;
  const boxes = words.map((word) => boxesOf(kit, drawing, text, word));
  const groups = groupsOf(drawing, boxes);
  return drawPixels(kit, text.layout, wordReach(drawing, text, boxes), drawing.scale, (canvas, inkRectOf) => {
    const paintOutlines = () => {
      for (const group of groups) {
        const paint = outlinePaint(kit, { ...drawing, outline: group.outline }, keep);
        if (paint === null || group.outline === null) continue;
        const paragraphs = text.setWith({ paint, isVisible: (piece) => group.words.has(wordOfPiece(drawing, piece)) });
        moved(canvas, group, () =>
          paintParagraphs(kit, canvas, paragraphs, group.opacity * (group.outline?.color.alpha ?? 1), keep),
        );
      }
    };
    const paintLetters = () => {
      for (const group of groups) {
        const isVisible = (piece: { readonly start: number }) => group.words.has(wordOfPiece(drawing, piece));
        moved(canvas, group, () => {
          paintParagraphs(kit, canvas, text.setWith({ isVisible }), group.alpha, keep);
          for (const index of group.words) {
            const sweep = words[index]?.sweep;
            if (sweep === undefined) continue;
            const paint = keep(new kit.Paint());
            paint.setAntiAlias(true);
            paint.setColor(inkOf(kit, sweep.color, 1));
            const swept = text.setWith({ paint, isVisible: (piece) => wordOfPiece(drawing, piece) === index });
            canvas.save();
            clipSwept(kit, canvas, drawing, boxes[index] ?? [], sweep.part, keep);
            paintParagraphs(kit, canvas, swept, sweep.color.alpha * group.opacity, keep);
            canvas.restore();
          }
        });
      }
    };
    const paintAll = () => {
      paintOutlines();
      paintLetters();
    };
    const isPainted = (part: NonNullable<TextDrawing['wordPart']>) => (drawing.wordPart ?? part) === part;
    // Measure the visible area first: a blur takes longer in a larger layer, and most of the area around a text is
    // empty.
    const inked = shadow !== null && isPainted('shadow') ? inkRectOf(paintAll) : null;
    if (isPainted('back')) {
      paintBoxes(kit, canvas, drawing, text, keep);
      paintPills(kit, canvas, words, boxes, keep);
    }
    if (shadow !== null && inked !== null) {
      const paint = keep(new kit.Paint());
      paint.setImageFilter(shadowOf(kit, shadow, 'alone', keep));
      canvas.saveLayer(paint, inked);
      paintAll();
      canvas.restore();
    }
    if (isPainted('front')) paintAll();
  });
}

/** A part of a word's box on one line. A word has several parts if text of another direction divides it. */
interface WordBox extends Reach {
  /** The vertical middle of the line, which identifies the line. */
  readonly middle: number;
  readonly isRightToLeft: boolean;
}

/** Returns the boxes of a word in reading order. */
function boxesOf(kit: CanvasKit, drawing: TextDrawing, text: SetText, word: DrawnWord): readonly WordBox[] {
  const size = text.layout.size ?? drawing.size;
  const pitch = pitchAt(drawing, size);
  return text.paragraphs.flatMap(({ set, start: first, left, top }) => {
    const [from, to] = [Math.max(0, word.start - first), word.end - first];
    if (to <= from) return [];
    const found = set.getRectsForRange(from, to, kit.RectHeightStyle.Max, kit.RectWidthStyle.Tight);
    const boxes: WordBox[] = [];
    for (const { rect, dir } of found) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
      if (x2 - x1 <= 0) continue;
      const middle = top + (Math.floor((y1 + y2) / 2 / pitch) + 0.5) * pitch;
      const box = { left: left + x1, right: left + x2, ...linePart(middle, size), middle };
      const before = boxes.at(-1);
      const isRightToLeft = dir === kit.TextDirection.RTL;
      const touches =
        before?.middle === middle && box.left <= before.right + TOLERANCE && box.right >= before.left - TOLERANCE;
      if (before !== undefined && touches)
        boxes.splice(-1, 1, {
          ...before,
          left: Math.min(before.left, box.left),
          right: Math.max(before.right, box.right),
        });
      else boxes.push({ ...box, isRightToLeft });
    }
    return boxes;
  });
}

function groupsOf(drawing: TextDrawing, boxes: readonly (readonly WordBox[])[]): readonly WordGroup[] {
  const { words = [], color } = drawing;
  const groups = new Map<string, { words: Set<number> } & Omit<WordGroup, 'words'>>();
  for (const [index, word] of words.entries()) {
    const { opacity = 1, move = null, isActive = false } = word;
    const outline = word.outline === undefined ? drawing.outline : word.outline;
    const alpha = opacity * (word.color ?? color).alpha;
    if (opacity === 0) continue;
    const key = JSON.stringify([isActive, opacity, alpha, outline, move === null ? null : index]);
    const group = groups.get(key) ?? {
      words: new Set(),
      ...{ opacity, alpha, outline, move, isActive },
      middle: middleOf(boxes[index] ?? []),
    };
    group.words.add(index);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => Number(one.isActive) - Number(other.isActive));
}

function middleOf(boxes: readonly WordBox[]): { readonly x: number; readonly y: number } {
  const { left, top, right, bottom } = unionOf(boxes);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function unionOf(boxes: readonly Reach[]): Reach {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Paints with the transformation of a group. */
function moved(canvas: Canvas, { move, middle }: WordGroup, paint: () => void): void {
  if (move === null || !Number.isFinite(middle.x)) {
    paint();
    return;
  }
  canvas.save();
  canvas.translate(middle.x + move.across, middle.y + move.down);
  canvas.rotate(move.rotation, 0, 0);
  canvas.scale(move.scaleX, move.scaleY);
  canvas.translate(-middle.x, -middle.y);
  paint();
  canvas.restore();
}

/** Paints the pills of words. The pills of active words are over the others. */
function paintPills(
  kit: CanvasKit,
  canvas: Canvas,
  words: readonly DrawnWord[],
  boxes: readonly (readonly WordBox[])[],
  keep: Keep,
): void {
  const order = [...words.keys()].sort(
    (one, other) => Number(words[one]?.isActive ?? false) - Number(words[other]?.isActive ?? false),
  );
  for (const index of order) {
    const { pill, opacity = 1, move = null } = words[index] ?? {};
    const own = boxes[index] ?? [];
    if (pill === undefined || own.length === 0) continue;
    const paint = keep(new kit.Paint());
    paint.setAntiAlias(true);
    paint.setColor(inkOf(kit, { ...pill.color, alpha: pill.color.alpha * opacity }));
    const from = pill.slide === undefined ? [] : (boxes[pill.slide.word] ?? []);
    const group = { words: new Set<number>(), opacity, alpha: 1, outline: null, move, isActive: true };
    moved(canvas, { ...group, middle: middleOf(own) }, () => {
      for (const box of slidBoxes(own, from, pill.slide?.part ?? 1))
        paintRounded(kit, canvas, padded(box, pill), pill.radius, paint);
    });
  }
}

/** Returns the boxes of a sliding pill. A pill slides only between words on the same line with one box each. */
function slidBoxes(own: readonly WordBox[], from: readonly WordBox[], part: number): readonly Reach[] {
  const [to, begin] = [own[0], from[0]];
  const isSliding =
    to !== undefined && begin !== undefined && own.length === 1 && from.length === 1 && to.middle === begin.middle;
  if (!isSliding) return own;
  const between = (first: number, last: number) => first + (last - first) * part;
  return [{ ...to, left: between(begin.left, to.left), right: between(begin.right, to.right) }];
}

function padded({ left, top, right, bottom }: Reach, { padding }: Pick<WordPill, 'padding'>): Reach {
  return {
    left: left - padding.left,
    top: top - padding.top,
    right: right + padding.right,
    bottom: bottom + padding.bottom,
  };
}

/** Clips to the first part of a word in reading direction. */
function clipSwept(
  kit: CanvasKit,
  canvas: Canvas,
  { size }: TextDrawing,
  boxes: readonly WordBox[],
  part: number,
  keep: Keep,
): void {
  const widths = boxes.map(({ left, right }) => right - left);
  let rest = part * widths.reduce((sum, width) => sum + width, 0);
  const path = keep(new kit.PathBuilder());
  for (const [index, { left, right, top, bottom, isRightToLeft }] of boxes.entries()) {
    const width = Math.max(0, Math.min(rest, widths[index] ?? 0));
    rest -= width;
    const isWhole = width >= right - left;
    // Extend the clip at the ends of the word, because glyphs can exceed their advance.
    const [near, far] = isRightToLeft
      ? [isWhole ? left - size : right - width, right + size]
      : [left - size, isWhole ? right + size : left + width];
    if (width > 0) path.addRect(kit.LTRBRect(near, top - size, far, bottom + size));
  }
  const swept = keep(path.detach());
  canvas.clipPath(swept, kit.ClipOp.Intersect, true);
}

/** Returns the bounds of a text, including its pills and transformed words, with a margin for outlines and shadows. */
function wordReach(drawing: TextDrawing, text: SetText, boxes: readonly (readonly WordBox[])[]): Reach {
  const { words = [] } = drawing;
  const outlines = [drawing.outline, ...words.map((word) => word.outline ?? null)];
  const outline = outlines.reduce((most, each) => ((each?.width ?? 0) > (most?.width ?? 0) ? each : most), null);
  const widest = { ...drawing, outline };
  const margin = marginOf(widest, text.layout);
  let reach = reachOf(widest, text.layout);
  for (const [index, { pill, move }] of words.entries()) {
    const own = boxes[index] ?? [];
    if (own.length === 0 || (pill === undefined && move === undefined)) continue;
    const box = unionOf([...own, ...own.map((each) => (pill === undefined ? each : padded(each, pill)))]);
    const { scaleX = 1, scaleY = 1, across = 0, down = 0 } = move ?? {};
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // Use a circle around the box, because it contains every rotation.
    const radius =
      (Math.hypot(box.right - box.left, box.bottom - box.top) / 2 + margin) *
      Math.max(1, Math.abs(scaleX), Math.abs(scaleY));
    const circle = {
      ...{ left: x + across - radius, right: x + across + radius },
      ...{ top: y + down - radius, bottom: y + down + radius },
    };
    reach = unionOf([reach, circle]);
  }
  return reach;
}

/** The visible words of a phrase. */
export interface ShownPhrase {
  readonly composing: TypesettingInput;
  /** The range of the words by index; null if the text is not a phrase. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** The position of the first word in the whole content. */
  readonly offset: number;
  /** The characters without a glyph that were found while the phrase was divided. */
  readonly unresolved: ReadonlySet<number>;
}

type WordRanges = ReturnType<typeof cutToFit>;

/**
 * The ranges of the last phrases, by their text and layout. A phrase has one drawing for each active word, and all of
 * them have the same ranges.
 */
const rangesByPhrase = new Map<string, WordRanges>();
const MAX_PHRASES = 100;

/** Returns the ranges of words that fit into the box. `find` computes unknown ranges. */
function rangesOf(drawing: TextDrawing, find: () => WordRanges): WordRanges {
  const { words = [], color: _, background: __, shadow: ___, outline: ____, ...layout } = drawing;
  const places = words.map(({ start, end }) => [start, end]);
  const key = JSON.stringify({ ...layout, words: places, phrase: null, scale: null, wordPart: null });
  const known = rangesByPhrase.get(key) ?? find();
  if (rangesByPhrase.size >= MAX_PHRASES) rangesByPhrase.clear();
  rangesByPhrase.set(key, known);
  return known;
}

/**
 * Returns the part of a phrase with the word that must be visible. Divides a phrase word by word if its lines do not
 * fit into the box. A word that is wider than the box becomes a separate part and is shrunk.
 */
export function shownPhrase(composing: TypesettingInput, keep: Keep): ShownPhrase {
  const { phrase, words = [] } = composing.drawing;
  const unresolved = new Set<number>();
  if (phrase === undefined || words.length === 0) return { composing, range: null, offset: 0, unresolved };
  const { drawing } = composing;
  const fits = (from: number, to: number) => {
    const part = { ...partOf(drawing, from, to), height: null };
    return fitCheck({ ...composing, drawing: part }, keep, unresolved)(drawing.size);
  };
  const ranges = rangesOf(drawing, () => cutToFit(words.length, fits));
  const range = ranges.find(({ to }) => phrase < to) ?? { from: 0, to: words.length };
  const part = partOf(drawing, range.from, range.to);
  const isTooWide = range.to - range.from === 1 && !fits(range.from, range.to);
  const shown: TextDrawing = isTooWide ? { ...part, autosize: 'shrink', minSize: 1 } : part;
  return { composing: { ...composing, drawing: shown }, range, offset: words[range.from]?.start ?? 0, unresolved };
}

/** Returns the drawing of some of the words, as if they were the whole text. */
function partOf(drawing: TextDrawing, from: number, to: number): TextDrawing {
  const { content, words = [], runs = [] } = drawing;
  const [start, end] = [words[from]?.start ?? 0, words[to - 1]?.end ?? content.length];
  const shifted = <Range extends { readonly start: number; readonly end: number }>(range: Range): Range => ({
    ...range,
    start: Math.max(range.start, start) - start,
    end: Math.min(range.end, end) - start,
  });
  const { phrase: _, ...whole } = drawing;
  return {
    ...whole,
    content: content.slice(start, end),
    words: words.slice(from, to).map((word) => {
      const slide = word.pill?.slide;
      if (word.pill === undefined || slide === undefined) return shifted(word);
      const { slide: __, ...pill } = word.pill;
      const index = slide.word - from;
      return shifted({ ...word, pill: index < 0 ? pill : { ...pill, slide: { ...slide, word: index } } });
    }),
    ...(runs.length > 0 && { runs: runs.filter((run) => run.end > start && run.start < end).map(shifted) }),
  };
}
