import type { CaptionDisplay, OwnCue, WordSource, WordState } from '../template/values/caption-style.ts';
import { type FrameRate, type Frames, millisecondsToFrames } from '../template/values/frame-rate.ts';
import type { Cue, CueRun } from './cue.ts';
import { joinWords, type Phrase, phrasesOf } from './phrases.ts';
import { type SpokenWord, wordsOfCue } from './words.ts';

/** A cue in the local frames of its layer: visible in the frames `from` ≤ m < `to`. */
export interface TimedCue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly runs: readonly CueRun[];
  /**
   * The positions of words in the text, with the later frames at which they appear. Empty unless the mode is `word`.
   */
  readonly words: readonly { readonly at: number; readonly from: number }[];
  /** The words with the frames in which they are active; absent if all words look the same. */
  readonly timedWords?: readonly TimedWord[];
}

/** A word of a cue: a range of its text, in UTF-16 units, that is active in the frames `from` ≤ m < `to`. */
export interface TimedWord {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the state of a word in a local frame. A word that begins and ends in the same frame is never active. */
export function wordStateAt({ from, to }: Pick<TimedWord, 'from' | 'to'>, frame: number): WordState {
  if (frame >= to) return 'past';
  return frame < from ? 'upcoming' : 'active';
}

/** The joined text of all cues that are visible in a frame. Each cue begins on a new line. */
export interface Caption {
  readonly text: string;
  readonly runs: readonly CaptionRun[];
  /** The words, and the frames in which the text of the caption stays the same; absent if all words look the same. */
  readonly spoken?: { readonly words: readonly TimedWord[]; readonly from: number; readonly to: number };
}

/** A run of a caption that has a different style or is not visible yet. */
export interface CaptionRun extends CueRun {
  /** Whether the text is not visible yet. It still takes up its space. */
  readonly isHidden: boolean;
}

/** The options for displaying captions in a layer. */
export interface CaptionOptions {
  /** The time of the file at the layer's local frame 0, in frames. */
  readonly skip: Frames;
  readonly mode: 'cue' | 'word';
  /** The rules for styled words and phrases; absent to display cues as written. */
  readonly display?: WordRules | undefined;
}

/** The rules that divide cues into words and phrases. */
type WordRules = Pick<CaptionDisplay, 'words' | 'phrases' | 'uppercase'>;

/**
 * Returns the cues that are visible in the local frames from `range.from` (inclusive) to `range.to` (exclusive). Rounds
 * times to frames. A cue that begins before the layer has a negative frame.
 */
export function visibleCues(
  cues: readonly Cue[],
  { skip, mode, display }: CaptionOptions,
  rate: FrameRate,
  range: { readonly from: number; readonly to: number },
): readonly TimedCue[] {
  if (display !== undefined) {
    const isVisible = ({ from, to }: TimedCue) => to > from && to > range.from && from < range.to;
    return timedCues(cues, display, { skip, rate }).filter(isVisible);
  }
  const clock = { skip, rate };
  return cues.flatMap(({ start, end, text, runs, words }): readonly TimedCue[] => {
    const [from, to] = [localFrame(start, clock), localFrame(end, clock)];
    if (to <= from || to <= range.from || from >= range.to) return [];
    const later = mode === 'word' ? words.map((word) => ({ at: word.at, from: localFrame(word.from, clock) })) : [];
    return [{ from, to, text, runs, words: later }];
  });
}

/** The in-point of the layer and the frame rate, which are needed to convert times to local frames. */
interface FrameClock {
  readonly skip: Frames;
  readonly rate: FrameRate;
}

/** Cues with their frames by list of cues. The cache saves time, because every part of a film needs them. */
const timedByCues = new WeakMap<readonly Cue[], { readonly key: string; readonly timed: readonly TimedCue[] }>();

function timedCues(cues: readonly Cue[], display: WordRules, clock: FrameClock): readonly TimedCue[] {
  const key = JSON.stringify([display, clock]);
  const known = timedByCues.get(cues);
  if (known?.key === key) return known.timed;
  const { phrases, words, uppercase } = display;
  const styled = uppercase === null ? cues : cues.map((cue) => inUpperCase(cue, uppercase));
  const timed =
    phrases === null
      ? styled.map((cue) => cueWithWords(cue, words, clock))
      : phrasesOf(styledWords(styled, words), phrases).map((phrase) => phraseCue(phrase, clock));
  timedByCues.set(cues, { key, timed });
  return timed;
}

/** A word with the styled runs of its text. */
interface StyledWord extends SpokenWord {
  /** The styled parts of the word, relative to its start; absent if it has none. */
  readonly runs?: readonly CueRun[];
}

/** Returns the words of all cues as one stream. */
function styledWords(cues: readonly Cue[], source: WordSource): readonly StyledWord[] {
  return cues.flatMap((cue) => {
    const ranges = wordsOfCue(cue, source);
    return ranges.map(({ start, end, from, to }, index): StyledWord => {
      const runs = cue.runs.flatMap((run) => {
        const [first, last] = [Math.max(run.start, start), Math.min(run.end, end)];
        return last > first ? [{ ...run, start: first - start, end: last - start }] : [];
      });
      const isAttached = index > 0 && ranges[index - 1]?.end === start;
      const text = cue.text.slice(start, end).replace(/\s+/g, ' ');
      return { text, start: from, end: to, ...(runs.length > 0 && { runs }), ...(isAttached && { isAttached }) };
    });
  });
}

/** Returns a phrase as a cue in local frames. */
export function phraseCue({ start, end, words }: Phrase<StyledWord>, clock: FrameClock): TimedCue {
  const { text, offsets } = joinWords(words.map(({ word }) => word));
  return {
    from: localFrame(start, clock),
    to: localFrame(end, clock),
    text,
    runs: words.flatMap(({ word }, index) =>
      (word.runs ?? []).map((run) => ({
        ...run,
        start: run.start + (offsets[index] ?? 0),
        end: run.end + (offsets[index] ?? 0),
      })),
    ),
    words: [],
    timedWords: words.map(({ word, from, to }, index) => {
      const at = offsets[index] ?? 0;
      return { start: at, end: at + word.text.length, from: localFrame(from, clock), to: localFrame(to, clock) };
    }),
  };
}

function cueWithWords(cue: Cue, source: WordSource, clock: FrameClock): TimedCue {
  const { text, runs, start, end } = cue;
  const ranges = wordsOfCue(cue, source);
  const to = localFrame(end, clock);
  const begins = ranges.map(({ from }) => Math.min(to, localFrame(from, clock)));
  const timedWords = ranges.map((range, index) => ({
    ...{ start: range.start, end: range.end },
    ...{ from: begins[index] ?? to, to: begins[index + 1] ?? to },
  }));
  return { from: localFrame(start, clock), to, text, runs, words: [], timedWords };
}

/** Returns a cue in upper case. Recomputes the positions, because some letters become longer, such as `ß`. */
function inUpperCase(cue: Cue, language: string): Cue {
  const { text, runs, words } = cue;
  const upper = (end: number) => text.slice(0, end).toLocaleUpperCase(language).length;
  return {
    ...cue,
    text: text.toLocaleUpperCase(language),
    runs: runs.map((run) => ({ ...run, start: upper(run.start), end: upper(run.end) })),
    words: words.map((word) => ({ ...word, at: upper(word.at) })),
  };
}

function localFrame(milliseconds: number, { skip, rate }: FrameClock): number {
  return millisecondsToFrames(milliseconds, rate) - skip;
}

/** Converts the cues of a layer to cues of a file that starts with the layer. */
export function cuesFromLayer(own: readonly OwnCue[], rate: FrameRate): readonly Cue[] {
  const known = cuesByLayer.get(own);
  if (known !== undefined) return known;
  const milliseconds = (count: number) => Math.round((count * 1000 * rate.denominator) / rate.numerator);
  const cues = own.map(({ start, end, text }) => ({
    ...{ start: milliseconds(start), end: milliseconds(end), text },
    ...{ runs: [], words: [] },
  }));
  cuesByLayer.set(own, cues);
  return cues;
}

const cuesByLayer = new WeakMap<readonly OwnCue[], readonly Cue[]>();

/** Returns the caption of a local frame; null if no cue is visible. The frame can be fractional. */
export function captionAt(cues: readonly TimedCue[], frame: number): Caption | null {
  const now = wholeFrameAt(frame);
  const current = cues.filter(({ from, to }) => from <= now && now < to);
  if (current.length === 0) return null;
  let text = '';
  const runs: CaptionRun[] = [];
  const words: TimedWord[] = [];
  for (const cue of current) {
    if (text !== '') text += '\n';
    const before = text.length;
    runs.push(...runsAt(cue, now).map((run) => ({ ...run, start: run.start + before, end: run.end + before })));
    for (const word of cue.timedWords ?? [])
      words.push({ ...word, start: word.start + before, end: word.end + before });
    text += cue.text;
  }
  if (current.every(({ timedWords }) => timedWords === undefined)) return { text, runs };
  const range = { from: Math.max(...current.map((cue) => cue.from)), to: Math.min(...current.map((cue) => cue.to)) };
  return { text, runs, spoken: { words, ...range } };
}

/** Returns the whole frame that is visible at a fractional frame. */
export function wholeFrameAt(frame: number): number {
  return Math.floor(frame + FRAME_TOLERANCE);
}

/** The tolerance for rounding errors in frame numbers. */
const FRAME_TOLERANCE = 1e-9;

/** Returns the frames at which the caption changes, sorted and without duplicates. */
export function captionChanges(cues: readonly TimedCue[]): readonly number[] {
  const all = cues.flatMap(({ from, to, words }) => [from, to, ...words.map((word) => word.from)]);
  return [...new Set(all)].toSorted((one, other) => one - other);
}

/** Returns the runs of a cue. The text from the first hidden word on is hidden. */
function runsAt({ text, runs, words }: TimedCue, frame: number): readonly CaptionRun[] {
  const visibleLength = words.find(({ from }) => from > frame)?.at ?? text.length;
  const pieces = runs.flatMap(({ start, end, ...style }): readonly CaptionRun[] => [
    ...(start < visibleLength ? [{ ...style, start, end: Math.min(end, visibleLength), isHidden: false }] : []),
    ...(end > visibleLength ? [{ ...style, start: Math.max(start, visibleLength), end, isHidden: true }] : []),
  ]);
  if (visibleLength === text.length) return pieces;
  return [...pieces.filter(({ isHidden }) => !isHidden), ...hiddenFrom(visibleLength, text.length, pieces)];
}

/** Returns the hidden runs from a position on: the styled runs and the plain text between them. */
function hiddenFrom(from: number, to: number, pieces: readonly CaptionRun[]): readonly CaptionRun[] {
  const plain = { isBold: false, isItalic: false, isUnderlined: false, isHidden: true };
  const hidden: CaptionRun[] = [];
  let at = from;
  for (const piece of pieces.filter(({ isHidden }) => isHidden)) {
    if (piece.start > at) hidden.push({ ...plain, start: at, end: piece.start });
    hidden.push(piece);
    at = piece.end;
  }
  if (at < to) hidden.push({ ...plain, start: at, end: to });
  return hidden;
}
