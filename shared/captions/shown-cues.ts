import { type FrameRate, type Frames, millisecondsToFrames } from '../template/values/frame-rate.ts';
import type { Cue, CueRun } from './cue.ts';

/** A cue in frames of a layer that shows it: there in `from` ≤ m < `to`. */
export interface ShownCue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly runs: readonly CueRun[];
  /** Where in the text something begins that is seen from a later frame on; none but where words come one by one. */
  readonly words: readonly { readonly at: number; readonly from: number }[];
}

/** What all cues of a frame say together, each in lines of its own beneath those before it. */
export interface Caption {
  readonly text: string;
  readonly runs: readonly CaptionRun[];
}

/** A stretch of a caption that is set otherwise than the rest, or not seen yet. */
export interface CaptionRun extends CueRun {
  /** It keeps its place. */
  readonly isHidden: boolean;
}

/** How a layer goes through its captions. */
export interface CaptionsShown {
  /** The moment of the file in the layer's own frame 0, in frames. */
  readonly skip: Frames;
  readonly mode: 'cue' | 'word';
}

/**
 * The cues that are seen in the own frames of a layer from `range.from` up to `range.to`, moments rounded to frames.
 * Numbers of frames are the layer's own, below 0 of cues that began before it.
 */
export function shownCues(
  cues: readonly Cue[],
  { skip, mode }: CaptionsShown,
  rate: FrameRate,
  range: { readonly from: number; readonly to: number },
): readonly ShownCue[] {
  const ownFrame = (milliseconds: number): number => millisecondsToFrames(milliseconds, rate) - skip;
  return cues.flatMap(({ start, end, text, runs, words }): readonly ShownCue[] => {
    const [from, to] = [ownFrame(start), ownFrame(end)];
    if (to <= from || to <= range.from || from >= range.to) return [];
    const later = mode === 'word' ? words.map((word) => ({ at: word.at, from: ownFrame(word.from) })) : [];
    return [{ from, to, text, runs, words: later }];
  });
}

/** What is seen in a layer's own frame, whole or not; null where nothing is. */
export function captionAt(cues: readonly ShownCue[], frame: number): Caption | null {
  const now = wholeFrame(frame);
  const there = cues.filter(({ from, to }) => from <= now && now < to);
  if (there.length === 0) return null;
  let text = '';
  const runs: CaptionRun[] = [];
  for (const cue of there) {
    if (text !== '') text += '\n';
    const before = text.length;
    runs.push(...runsAt(cue, now).map((run) => ({ ...run, start: run.start + before, end: run.end + before })));
    text += cue.text;
  }
  return { text, runs };
}

/** The frame of the layer that is shown at a moment between two. */
export function wholeFrame(frame: number): number {
  return Math.floor(frame + ALMOST);
}

/** Less than any rounding of a frame's number. */
const ALMOST = 1e-9;

/** The frames in which another caption begins than was seen before, each once and in order. */
export function captionChanges(cues: readonly ShownCue[]): readonly number[] {
  const all = cues.flatMap(({ from, to, words }) => [from, to, ...words.map((word) => word.from)]);
  return [...new Set(all)].toSorted((one, other) => one - other);
}

/** A cue's runs, cut where what is not seen yet begins. */
function runsAt({ text, runs, words }: ShownCue, frame: number): readonly CaptionRun[] {
  const seen = words.find(({ from }) => from > frame)?.at ?? text.length;
  const pieces = runs.flatMap(({ start, end, ...style }): readonly CaptionRun[] => [
    ...(start < seen ? [{ ...style, start, end: Math.min(end, seen), isHidden: false }] : []),
    ...(end > seen ? [{ ...style, start: Math.max(start, seen), end, isHidden: true }] : []),
  ]);
  if (seen === text.length) return pieces;
  return [...pieces.filter(({ isHidden }) => !isHidden), ...hiddenFrom(seen, text.length, pieces)];
}

/** All that is hidden from a place on: the styled runs, and what lies between them. */
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
