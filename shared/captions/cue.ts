import { decodeReferences } from './html-references.ts';

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

/** When a cue begins and ends, in milliseconds. */
export interface CueTime {
  readonly start: number;
  readonly end: number;
}

const MOMENT = String.raw`(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?`;
/** Settings of a place follow the second moment, with or without a space (WebVTT, 6.3). They have no effect. */
const TIMES = new RegExp(String.raw`^${MOMENT}\s*-->\s*${MOMENT}(?:[\sa-zA-Z].*)?$`);
const ONE = new RegExp(`^${MOMENT}$`);

/** The times of a line such as `00:00:01,500 --> 00:00:03,000`; null where it has none. Hours may be left out. */
export function cueTimeIn(line: string): CueTime | null {
  const match = TIMES.exec(line);
  return match === null ? null : { start: millisecondsOf(match.slice(1, 5)), end: millisecondsOf(match.slice(5, 9)) };
}

/** A moment such as `00:01.500` in milliseconds; null where it is none. */
function momentIn(text: string): number | null {
  const match = ONE.exec(text);
  return match === null ? null : millisecondsOf(match.slice(1, 5));
}

function millisecondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '']: readonly (string | undefined)[]) {
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + thousandths;
}

export type CaptionsForm = 'SubRip' | 'WebVTT';

/** In SubRip, a `<` that begins no tag is a character. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?![a-zA-Z0-9])[^<>]*>|<([\d:.,]{1,20})>|\{\\[^{}]*\}/g;
/** In WebVTT, everything from a `<` to the next `>` is a tag, or to the end of the cue (6.4). */
const WEBVTT_TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)?([^>]*)(>|$)|\{\\[^{}]*\}/g;

/** A part of a cue that is not shown. */
interface Markup {
  readonly at: number;
  readonly length: number;
  /** In lower case; empty where there is none. */
  readonly name: string;
  readonly isEnd: boolean;
  /** A moment; null where the tag is none. */
  readonly from: number | null;
  /** It may be meant as text. */
  readonly isDoubtful: boolean;
}

/** What a cue says, and how it is set. */
export interface CueText extends Pick<Cue, 'text' | 'runs' | 'words'> {
  /** Whether something was left out that is not closed, or no tag of any kind. */
  readonly hasDoubtfulTag: boolean;
}

/**
 * Reads the text of a cue. Of its markup `b`, `i`, `u` and moments count; all other tags, and the commands in braces of
 * SubStation, are taken out.
 */
export function readCueText(written: string, time: CueTime, form: CaptionsForm = 'SubRip'): CueText {
  const open = { b: 0, i: 0, u: 0 };
  const runs: CueRun[] = [];
  const words: CueWord[] = [];
  let text = '';
  let hasDoubtfulTag = false;
  const add = (plain: string): void => {
    // What is taken out may have been all that a line had.
    const piece = text === '' ? plain.trimStart() : plain;
    if (piece === '') return;
    const start = text.length;
    text += decodeReferences(piece, form === 'SubRip');
    const style = { isBold: open.b > 0, isItalic: open.i > 0, isUnderlined: open.u > 0 };
    if (style.isBold || style.isItalic || style.isUnderlined) addRun(runs, { start, end: text.length, ...style });
  };
  let done = 0;
  for (const { at, length, name, isEnd, from, isDoubtful } of markupIn(written, form)) {
    add(written.slice(done, at));
    done = at + length;
    hasDoubtfulTag ||= isDoubtful;
    if (from !== null) addWord(words, { at: text.length, from }, time);
    else if (name === 'br') add('\n');
    else if (name === 'b' || name === 'i' || name === 'u') open[name] = Math.max(0, open[name] + (isEnd ? -1 : 1));
  }
  add(written.slice(done));
  return { ...trimmed(text, runs, words), hasDoubtfulTag };
}

function* markupIn(written: string, form: CaptionsForm): Generator<Markup> {
  if (form === 'WebVTT') {
    for (const { 0: tag, 1: slash = '', 2: name = '', 3: rest = '', 4: end, index: at } of written.matchAll(
      WEBVTT_TAG,
    )) {
      const from = name === '' && slash === '' ? momentIn(rest.trim()) : null;
      // `<>` and `</>` are tags without a name.
      const isTag = end === '>' && (name !== '' || rest === '' || from !== null);
      const isDoubtful = tag.startsWith('<') && !isTag;
      yield { at, length: tag.length, name: name.toLowerCase(), isEnd: slash !== '', from, isDoubtful };
    }
    return;
  }
  for (const { 0: tag, 1: slash = '', 2: name = '', 3: moment, index: at } of written.matchAll(TAG)) {
    const from = moment === undefined ? null : momentIn(moment);
    if (moment !== undefined && from === null) continue;
    yield { at, length: tag.length, name: name.toLowerCase(), isEnd: slash !== '', from, isDoubtful: false };
  }
}

/** One that goes on as the last one was is the same run. */
function addRun(runs: CueRun[], run: CueRun): void {
  const last = runs.at(-1);
  const goesOn =
    last?.end === run.start &&
    last.isBold === run.isBold &&
    last.isItalic === run.isItalic &&
    last.isUnderlined === run.isUnderlined;
  if (goesOn) runs.splice(-1, 1, { ...last, end: run.end });
  else runs.push(run);
}

/** A moment that is not behind the one before it, or lies outside of the cue, says nothing. */
function addWord(words: CueWord[], word: CueWord, { start, end }: CueTime): void {
  const before = words.at(-1)?.from ?? start;
  if (word.from <= before || word.from >= end) return;
  if (words.at(-1)?.at === word.at) words.pop();
  words.push(word);
}

/** Without the white space behind its end. */
function trimmed(
  whole: string,
  runs: readonly CueRun[],
  words: readonly CueWord[],
): Pick<Cue, 'text' | 'runs' | 'words'> {
  const text = whole.trimEnd();
  return {
    text,
    runs: runs.map((run) => ({ ...run, end: Math.min(run.end, text.length) })).filter(({ start, end }) => end > start),
    words: words.filter(({ at }) => at < text.length),
  };
}
