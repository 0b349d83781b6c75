import type { Caption, CaptionRun, TimedWord } from '../captions/shown-cues.ts';
import { wordStateAt } from '../captions/shown-cues.ts';
import type { DrawnWord, Ink, TextDrawing, TextRun, WordMove, WordPill } from '../drawings/drawing/drawing.ts';
import type { CaptionsLayer } from '../template/movie/movie.ts';
import { easingNamed } from '../template/value-types/easing-type.ts';
import { type CaptionDisplay, PHRASE_LINES, type WordState, type WordStyle } from '../template/values/caption-style.ts';
import { inPixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { eased } from './animation.ts';
import { type DrawingPlace, inkOf, sidesIn, textDrawing } from './layer-drawing.ts';
import { type UnitChange, unitEffectAt } from './presets.ts';

/** Returns the drawing of captions at a local frame, which can be fractional. */
export function captionDrawing(
  { box, style, display }: Pick<CaptionsLayer, 'box' | 'style' | 'display'>,
  { text, runs, spoken }: Caption,
  fonts: CaptionFonts,
  drawnIn: DrawingPlace,
  frame: number,
): TextDrawing {
  const plain = textDrawing({ content: text, box, style }, fonts.plain, drawnIn);
  const drawing = runs.length === 0 ? plain : { ...plain, runs: runs.map((run) => textRun(run, fonts, style)) };
  if (display === undefined || spoken === undefined) return drawing;
  const isPlain = Object.keys(display.states).length === 0 && display.wordIn === null;
  const words = wordsAt(display, spoken.words, frame, { drawing, frame: drawnIn.frame });
  const boxes = display.boxes === 'line' ? { boxes: 'line' as const } : {};
  if (display.phrases === null) return { ...drawing, ...boxes, ...(!isPlain && { words }) };
  const maxLines = drawing.maxLines ?? PHRASE_LINES;
  const { top, bottom } = drawing.padding;
  const height = drawing.height ?? maxLines * drawing.lineHeight * drawing.size + top + bottom;
  return { ...drawing, ...boxes, maxLines, height, words, phrase: currentWord(spoken.words, frame) };
}

/**
 * Splits the drawing of a caption into several drawings, from bottom to top. The shadow of the words is a separate
 * drawing: it takes long to draw, and it stays the same while only colors change.
 */
export function wordParts(drawing: TextDrawing): readonly TextDrawing[] {
  const { words, shadow, background } = drawing;
  if (words === undefined || shadow === null) return [drawing];
  const shapes = words.map(({ pill: _, sweep: __, isActive: ___, color, ...word }) => ({
    ...word,
    ...(color !== undefined && color.alpha !== 1 && { color }),
  }));
  const hasBack = background !== null || words.some(({ pill }) => pill !== undefined);
  return [
    ...(hasBack ? [{ ...drawing, wordPart: 'back' as const }] : []),
    { ...drawing, words: shapes, background: null, wordPart: 'shadow' },
    { ...drawing, wordPart: 'front' },
  ];
}

/** Returns the index of the last word that has begun. Before all words, returns the index of the first word. */
function currentWord(words: readonly TimedWord[], frame: number): number {
  return Math.max(
    0,
    words.findLastIndex(({ from }) => from <= frame),
  );
}

/** The drawing of a text, and the size to which percentages refer. */
interface WordPlace {
  readonly drawing: TextDrawing;
  readonly frame: Size;
}

/** Returns the words of a caption, with their styles at a frame. */
function wordsAt(
  display: CaptionDisplay,
  words: readonly TimedWord[],
  frame: number,
  place: WordPlace,
): readonly DrawnWord[] {
  const looks = {
    past: drawnStyle(display.states.past, place),
    active: drawnStyle(display.states.active, place),
    upcoming: drawnStyle(display.states.upcoming, place),
  };
  const sliding = slidingWord(display, words, frame);
  return words.map((word, index) => {
    const own = styleAt(display, looks, word, frame);
    // While the pill slides to the active word, the previous word has no pill.
    const pill = sliding !== null && index === sliding.index - 1 ? null : withSlide(own.pill, index, sliding);
    return drawnWord(display, word, frame, place, { ...own, pill }, looks.upcoming);
  });
}

function drawnWord(
  display: CaptionDisplay,
  word: TimedWord,
  frame: number,
  { drawing }: WordPlace,
  own: DrawnStyle,
  upcoming: DrawnStyle,
): DrawnWord {
  const isActive = wordStateAt(word, frame) === 'active';
  const isSwept = isActive && display.states.active?.sweep === true;
  const color = isSwept ? upcoming.color : own.color;
  const entering = isActive ? wordChange(display, word, frame) : null;
  const move = moveOf(own, entering, drawing.size);
  const opacity = own.opacity * (entering?.opacity ?? 1);
  return {
    start: word.start,
    end: word.end,
    ...(color !== drawing.color && { color }),
    ...(opacity !== 1 && { opacity }),
    ...(own.outline !== undefined && { outline: own.outline }),
    ...(own.lines !== undefined && { lines: own.lines }),
    ...(own.pill !== null && { pill: own.pill }),
    ...(move !== null && { move }),
    ...(isSwept && { sweep: { color: own.color, part: sweptPart(word, frame) } }),
    ...(isActive && { isActive }),
  };
}

/** The style of a word, with lengths in pixels. */
interface DrawnStyle {
  readonly color: Ink;
  readonly opacity: number;
  readonly outline: TextDrawing['outline'] | undefined;
  readonly lines: DrawnWord['lines'] | undefined;
  readonly pill: WordPill | null;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly rotation: number;
  readonly across: number;
  readonly down: number;
}

function drawnStyle(style: WordStyle | undefined, { drawing, frame }: WordPlace): DrawnStyle {
  const rest = { opacity: 1, scaleX: 1, scaleY: 1, rotation: 0, across: 0, down: 0 };
  if (style === undefined) return { color: drawing.color, outline: undefined, lines: undefined, pill: null, ...rest };
  const { color, opacity, outline, underline, pill, scale, rotation, shift } = style;
  const others = (drawing.lines ?? []).filter((line) => line !== 'underline');
  return {
    color: color === undefined ? drawing.color : inkOf(color),
    opacity,
    outline: outline && (outline.width === 0 ? null : { width: outline.width, color: inkOf(outline.color) }),
    lines: underline === undefined ? undefined : underline ? ['underline', ...others] : others,
    pill: pill && { color: inkOf(pill.color), padding: sidesIn(pill.padding, frame), radius: pill.radius },
    scaleX: scale.across,
    scaleY: scale.down,
    rotation,
    across: inPixels(shift.across, frame.width),
    down: inPixels(shift.down, frame.height),
  };
}

type DrawnStyles = { readonly [State in WordState]: DrawnStyle };

/** Returns the style of a word at a frame. During a change of state, it is between the styles of two states. */
function styleAt(display: CaptionDisplay, looks: DrawnStyles, { from, to }: TimedWord, frame: number): DrawnStyle {
  if (frame < from && frame < to) return looks.upcoming;
  const begun = to > from ? changed(display, ['upcoming', 'active'], looks.upcoming, looks.active, from) : null;
  if (frame < to) return begun?.(frame) ?? looks.active;
  const before = begun === null ? looks.upcoming : begun(to - 1);
  return changed(display, [begun === null ? 'upcoming' : 'active', 'past'], before, looks.past, to)(frame);
}

/**
 * Returns a function that returns the style at a frame during a change of state. The change begins at frame `at` and
 * takes the longer `ease` of both states.
 */
function changed(
  { states }: CaptionDisplay,
  [before, after]: readonly [WordState, WordState],
  first: DrawnStyle,
  last: DrawnStyle,
  at: number,
): (frame: number) => DrawnStyle {
  const ease = Math.max(states[before]?.ease ?? 0, states[after]?.ease ?? 0);
  return (frame) => (frame >= at + ease ? last : mixed(first, last, easedOut((frame - at + 1) / (ease + 1))));
}

const EASE_OUT = easingNamed('ease-out');

function easedOut(elapsed: number): number {
  return eased(EASE_OUT, Math.min(1, Math.max(0, elapsed)));
}

function mixed(first: DrawnStyle, last: DrawnStyle, part: number): DrawnStyle {
  const between = (one: number, other: number) => one + (other - one) * part;
  return {
    ...last,
    color: mixedInk(first.color, last.color, part),
    opacity: between(first.opacity, last.opacity),
    pill: mixedPill(first.pill, last.pill, part),
    scaleX: between(first.scaleX, last.scaleX),
    scaleY: between(first.scaleY, last.scaleY),
    rotation: between(first.rotation, last.rotation),
    across: between(first.across, last.across),
    down: between(first.down, last.down),
  };
}

function mixedInk(first: Ink, last: Ink, part: number): Ink {
  const between = (one: number, other: number) => one + (other - one) * part;
  return {
    red: Math.round(between(first.red, last.red)),
    green: Math.round(between(first.green, last.green)),
    blue: Math.round(between(first.blue, last.blue)),
    alpha: between(first.alpha, last.alpha),
  };
}

/** Interpolates two pills. A pill of only one state fades in or out. */
function mixedPill(first: WordPill | null, last: WordPill | null, part: number): WordPill | null {
  const faded = (pill: WordPill, share: number) => ({
    ...pill,
    color: { ...pill.color, alpha: pill.color.alpha * share },
  });
  if (first === null) return last && faded(last, part);
  if (last === null) return part < 1 ? faded(first, 1 - part) : null;
  return { ...last, color: mixedInk(first.color, last.color, part) };
}

/** Returns the active word and the progress of the pill that slides to it; null while the pill is at rest. */
function slidingWord(
  { pillTime, states }: CaptionDisplay,
  words: readonly TimedWord[],
  frame: number,
): { readonly index: number; readonly part: number } | null {
  if (pillTime === 0 || states.active?.pill == null) return null;
  const index = words.findIndex((word) => wordStateAt(word, frame) === 'active');
  const from = words[index]?.from ?? 0;
  if (index < 1 || frame >= from + pillTime) return null;
  return { index, part: easedOut((frame - from + 1) / (pillTime + 1)) };
}

function withSlide(
  pill: WordPill | null,
  index: number,
  sliding: { readonly index: number; readonly part: number } | null,
): WordPill | null {
  if (pill === null || sliding?.index !== index) return pill;
  return { ...pill, slide: { word: index - 1, part: sliding.part } };
}

/** Returns the entrance of a word that becomes active; null after the end of the entrance. */
function wordChange({ wordIn, wordTime }: CaptionDisplay, { from }: TimedWord, frame: number): UnitChange | null {
  if (wordIn === null || frame >= from + wordTime) return null;
  return unitEffectAt(wordIn, 'in', (frame - from + 1) / (wordTime + 1));
}

function moveOf(style: DrawnStyle, entering: UnitChange | null, size: number): WordMove | null {
  const { scale = 1, rotation = 0, slide = null } = entering ?? {};
  const move = {
    scaleX: style.scaleX * scale,
    scaleY: style.scaleY * scale,
    rotation: style.rotation + rotation,
    across: style.across,
    down: style.down + (slide?.part ?? 0) * size,
  };
  const isResting =
    move.scaleX === 1 && move.scaleY === 1 && move.rotation === 0 && move.across === 0 && move.down === 0;
  return isResting ? null : move;
}

function sweptPart({ from, to }: TimedWord, frame: number): number {
  return Math.min(1, Math.max(0, (frame - from + 1) / (to - from)));
}

/** The frames in which a phrase is visible. `to` is exclusive. */
interface PhraseFrames {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the frames in which the visible part of a caption is displayed.
 * @param shown The indexes of the visible words; undefined for all words.
 */
export function phraseFrames(
  { words, from, to }: NonNullable<Caption['spoken']>,
  shown: { readonly from: number; readonly to: number } | undefined,
): PhraseFrames {
  if (shown === undefined) return { from, to };
  return {
    from: shown.from === 0 ? from : (words[shown.from]?.from ?? from),
    to: words[shown.to]?.from ?? to,
  };
}

/** Returns the entrance or exit of a phrase at a frame; null while the phrase is at rest. */
export function phraseChangeAt(
  { phraseIn, phraseOut, phraseTime }: CaptionDisplay,
  { from, to }: PhraseFrames,
  frame: number,
): UnitChange | null {
  if (phraseIn !== null && frame < from + phraseTime)
    return unitEffectAt(phraseIn, 'in', (frame - from + 1) / (phraseTime + 1));
  if (phraseOut !== null && frame >= to - phraseTime)
    return unitEffectAt(phraseOut, 'out', (frame - (to - phraseTime) + 1) / (phraseTime + 1));
  return null;
}

/** The fonts of captions by markup. Unused styles have no fonts. */
export interface CaptionFonts {
  readonly plain: readonly string[];
  readonly bold?: readonly string[];
  readonly italic?: readonly string[];
  readonly boldItalic?: readonly string[];
}

export function boldWeight({ weight }: CaptionsLayer['style']): number {
  return Math.max(BOLD, weight);
}

const BOLD = 700;

function textRun(
  { start, end, isBold, isItalic, isUnderlined, isHidden }: CaptionRun,
  fonts: CaptionFonts,
  style: CaptionsLayer['style'],
): TextRun {
  const synthesizedStyles = [...(isBold ? ['bold' as const] : []), ...(isItalic ? ['italic' as const] : [])];
  const own = isBold ? (isItalic ? fonts.boldItalic : fonts.bold) : isItalic ? fonts.italic : undefined;
  return {
    start,
    end,
    ...(own && { fonts: own }),
    ...(isBold && { weight: boldWeight(style) }),
    ...(isUnderlined && { lines: ['underline', ...(style.lines ?? []).filter((line) => line !== 'underline')] }),
    ...(synthesizedStyles.length > 0 && { made: synthesizedStyles }),
    ...(isHidden && { isHidden }),
  };
}
