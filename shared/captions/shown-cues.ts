import { type FrameRate, type Frames, millisecondsToFrames } from '../template/values/frame-rate.ts';
import type { Cue, CueRun } from './cue.ts';

/** A cue in the local frames of its layer: visible in the frames `from` ≤ m < `to`. */
export interface TimedCue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly runs: readonly CueRun[];
  /** The positions in the text after which words appear at a later frame; empty unless the mode is `word`. */
  readonly words: readonly { readonly at: number; readonly from: number }[];
}

/** The text of all cues of a frame. Each cue begins a new line below the one before it. */
export interface Caption {
  readonly text: string;
  readonly runs: readonly CaptionRun[];
}

/** A run of a caption that has a different style or is not visible yet. */
export interface CaptionRun extends CueRun {
  /** Whether the text is hidden; it still takes its space. */
  readonly isHidden: boolean;
}

/** The options for displaying captions in a layer. */
export interface CaptionOptions {
  /** The time of the file at the layer's local frame 0, in frames. */
  readonly skip: Frames;
  readonly mode: 'cue' | 'word';
}

/**
 * Returns the cues that are visible in the local frames of a layer from `range.from` up to `range.to`. Times are
 * rounded to frames. A cue that begins before the layer has a negative frame.
 */
export function visibleCues(
  cues: readonly Cue[],
  { skip, mode }: CaptionOptions,
  rate: FrameRate,
  range: { readonly from: number; readonly to: number },
): readonly TimedCue[] {
  const localFrame = (milliseconds: number): number => millisecondsToFrames(milliseconds, rate) - skip;
  return cues.flatMap(({ start, end, text, runs, words }): readonly TimedCue[] => {
    const [from, to] = [localFrame(start), localFrame(end)];
    if (to <= from || to <= range.from || from >= range.to) return [];
    const later = mode === 'word' ? words.map((word) => ({ at: word.at, from: localFrame(word.from) })) : [];
    return [{ from, to, text, runs, words: later }];
  });
}

/** Returns the caption of a local frame; null if no cue is visible. The frame can be fractional. */
export function captionAt(cues: readonly TimedCue[], frame: number): Caption | null {
  const now = wholeFrameAt(frame);
  const current = cues.filter(({ from, to }) => from <= now && now < to);
  if (current.length === 0) return null;
  let text = '';
  const runs: CaptionRun[] = [];
  for (const cue of current) {
    if (text !== '') text += '\n';
    const before = text.length;
    runs.push(...runsAt(cue, now).map((run) => ({ ...run, start: run.start + before, end: run.end + before })));
    text += cue.text;
  }
  return { text, runs };
}

/** Returns the whole frame that is visible at a fractional frame. */
export function wholeFrameAt(frame: number): number {
  return Math.floor(frame + FRAME_TOLERANCE);
}

/** Tolerance for rounding errors in frame numbers. */
const FRAME_TOLERANCE = 1e-9;

/** Returns the frames at which the caption changes, sorted and without duplicates. */
export function captionChanges(cues: readonly TimedCue[]): readonly number[] {
  const all = cues.flatMap(({ from, to, words }) => [from, to, ...words.map((word) => word.from)]);
  return [...new Set(all)].toSorted((one, other) => one - other);
}

/** Returns the runs of a cue, split at the first hidden word. */
function runsAt({ text, runs, words }: TimedCue, frame: number): readonly CaptionRun[] {
  const visibleLength = words.find(({ from }) => from > frame)?.at ?? text.length;
  const pieces = runs.flatMap(({ start, end, ...style }): readonly CaptionRun[] => [
    ...(start < visibleLength ? [{ ...style, start, end: Math.min(end, visibleLength), isHidden: false }] : []),
    ...(end > visibleLength ? [{ ...style, start: Math.max(start, visibleLength), end, isHidden: true }] : []),
  ]);
  if (visibleLength === text.length) return pieces;
  return [...pieces.filter(({ isHidden }) => !isHidden), ...hiddenFrom(visibleLength, text.length, pieces)];
}

/** Returns the hidden text from a position on: its styled runs and the plain text between them. */
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
