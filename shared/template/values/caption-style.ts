import type { UnitEffect } from './animation.ts';
import type { Paint } from './color.ts';
import type { Frames } from './frame-rate.ts';
import type { Edges, Pair, Point } from './lengths.ts';
import type { TextStyle } from './text-style.ts';

/**
 * The source of word times. `auto`: the file, or estimates if the file has none. `file`: only the file. `spread`:
 * always estimates.
 */
export type WordSource = 'auto' | 'file' | 'spread';

/** The rules for dividing a stream of words into phrases. Times are in milliseconds. */
export interface PhraseRules {
  /** The maximum number of words in a phrase; null for 60 words. */
  readonly maxWords: number | null;
  /** The minimum gap between two words that separates phrases. */
  readonly pause: number;
  /** Whether the end of a sentence ends a phrase. */
  readonly sentences: boolean;
  /** The time for which a phrase stays visible after its last word if a pause follows. */
  readonly hold: number;
}

/** The states of a word, in reverse chronological order except for the active state. */
export const WORD_STATES = ['active', 'past', 'upcoming'] as const;
export type WordState = (typeof WORD_STATES)[number];

/** The style of words in one state. Absent fields are inherited from the layer. */
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
  /** Whether the color sweeps over the word while it is spoken. */
  readonly sweep: boolean;
  /** The duration of a change of state, in frames. */
  readonly ease: number;
}

/** The styled words and phrases of captions. */
export interface CaptionDisplay {
  readonly words: WordSource;
  /** The rules for phrases; null to display cues. */
  readonly phrases: PhraseRules | null;
  /** The language for converting the text to upper case; null to keep its case. */
  readonly uppercase: string | null;
  /** Whether the background is a single box or one box behind each line. */
  readonly boxes: 'block' | 'line';
  readonly states: { readonly [State in WordState]?: WordStyle };
  /** The time that the active pill needs to slide to the next word on its line, in frames. */
  readonly pillTime: number;
  /** The motions of an appearing and a disappearing phrase; null for none. */
  readonly phraseIn: UnitEffect | null;
  readonly phraseOut: UnitEffect | null;
  readonly phraseTime: number;
  /** The motion of a word that becomes active; null for none. */
  readonly wordIn: UnitEffect | null;
  readonly wordTime: number;
}

/** The number of lines of a phrase if `maxlines` is absent. */
export const PHRASE_LINES = 2;

/** A cue in the template. Its times are in local frames of the layer. */
export interface OwnCue {
  readonly start: Frames;
  readonly end: Frames;
  readonly text: string;
}
