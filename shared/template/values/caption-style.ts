import type { UnitEffect } from './animation.ts';
import type { Paint } from './color.ts';
import type { Frames } from './frame-rate.ts';
import type { Edges, Pair, Point } from './lengths.ts';
import type { TextStyle } from './text-style.ts';

/**
 * The origin of word times. `auto`: the file, or estimated times if the file has none. `file`: only the file. `spread`:
 * always estimated times.
 */
export type WordSource = 'auto' | 'file' | 'spread';

/** The rules by which a stream of words becomes phrases. Times are in milliseconds. */
export interface PhraseRules {
  /** The maximum number of words of a phrase; null for 60 words. */
  readonly maxWords: number | null;
  /** The minimum gap between two words that ends a phrase. */
  readonly pause: number;
  /** Whether the end of a sentence ends a phrase. */
  readonly sentences: boolean;
  /** The time for which a phrase stays after its last word if a pause follows. */
  readonly hold: number;
}

/** The states of a word, from the last in time to the first. */
export const WORD_STATES = ['active', 'past', 'upcoming'] as const;
export type WordState = (typeof WORD_STATES)[number];

/** The style of the words of one state. Absent fields are inherited from the layer. */
export interface WordStyle {
  readonly color?: Paint;
  readonly opacity: number;
  /** The pill behind the word; null for none. Percentages of its padding refer to the frame. */
  readonly pill: { readonly color: Paint; readonly padding: Edges; readonly radius: number } | null;
  /** The outline; a width of 0 removes it. */
  readonly outline?: NonNullable<TextStyle['outline']>;
  readonly underline?: boolean;
  /** The scale and the rotation in degrees around the middle of the word, and its offset. */
  readonly scale: Pair;
  readonly rotation: number;
  readonly shift: Point;
  /** Whether the color moves over the word while it is spoken. */
  readonly sweep: boolean;
  /** The frames that a change of state takes. */
  readonly ease: number;
}

/** The styled words and phrases of captions. */
export interface CaptionDisplay {
  readonly words: WordSource;
  /** The rules of phrases; null if cues are shown. */
  readonly phrases: PhraseRules | null;
  /** The language whose rules convert the text to upper case; null if it is not converted. */
  readonly uppercase: string | null;
  /** Whether the background is one box, or a box behind each line. */
  readonly boxes: 'block' | 'line';
  readonly states: { readonly [State in WordState]?: WordStyle };
  /** The frames that the active pill takes to slide to the next word of its line. */
  readonly pillTime: number;
  /** The motions with which a phrase appears and disappears; null for none. */
  readonly phraseIn: UnitEffect | null;
  readonly phraseOut: UnitEffect | null;
  readonly phraseTime: number;
  /** The motion of a word that becomes active; null for none. */
  readonly wordIn: UnitEffect | null;
  readonly wordTime: number;
}

/** The number of lines of a phrase if `maxlines` is absent. */
export const PHRASE_LINES = 2;

/** A cue in the template. Its times are local frames of the layer. */
export interface OwnCue {
  readonly start: Frames;
  readonly end: Frames;
  readonly text: string;
}
