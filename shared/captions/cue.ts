/** A caption of a file: what is said from one moment to another, in milliseconds of the file's own time. */
export interface Cue {
  readonly start: number;
  /** Behind `start`. */
  readonly end: number;
  readonly text: string;
  /** Stretches of the text that are set otherwise, in order; they do not overlap. */
  readonly runs: readonly CueRun[];
  /** Where in the text something begins that is said later than at the start, in order. */
  readonly words: readonly CueWord[];
}

/** A stretch of a cue's text, in UTF-16 units; `end` is exclusive. */
export interface CueRun {
  readonly start: number;
  readonly end: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

/** A place of a cue's text, in UTF-16 units, and from when on it is said. */
export interface CueWord {
  readonly at: number;
  /** Milliseconds; between the cue's start and end. */
  readonly from: number;
}

/** Something of a file that is left out, and the line in which it stands, counted from 1. */
export interface CueFault {
  readonly of: 'time' | 'order' | 'stray' | 'long' | 'crowd' | 'tag';
  readonly line: number;
}

/** What a file of captions says. */
export interface Captions {
  /** By their start; those that begin together in the order of the file. */
  readonly cues: readonly Cue[];
  /** The first of them. */
  readonly faults: readonly CueFault[];
  /** How many there are in all. */
  readonly faultCount: number;
}

/** Where the last of them ends, in seconds; null where there are none. */
export function lastEnd({ cues }: Captions): number | null {
  return cues.length === 0 ? null : cues.reduce((last, { end }) => Math.max(last, end), 0) / 1000;
}

/** Why a file has no captions that can be read. */
export type CaptionsFault = 'not-text' | 'no-captions' | 'too-many' | 'too-large';

export const captionLimits = {
  /** Of the file, and UTF-16 units of its text. */
  bytes: 2 * 2 ** 20,
  cues: 10_000,
  /** UTF-16 units of a cue. */
  cueLength: 2000,
  /** Cues that are shown at once. */
  atOnce: 8,
  /** Faults of a file that are told one by one. */
  faults: 10,
} as const;
