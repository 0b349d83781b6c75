import { decodeReferences } from './html-references.ts';

/** A caption of a file. Times are in milliseconds from the start of the file. */
export interface Cue {
  readonly start: number;
  /** The end; it is later than `start`. */
  readonly end: number;
  readonly text: string;
  /** Styled runs of the text, in order; they do not overlap. */
  readonly runs: readonly CueRun[];
  /** The words that appear later than the start of the cue, in order. */
  readonly words: readonly CueWord[];
}

/** A cue and its position in the file, from 1: the line, or for JSON the number of the cue. */
export interface ReadCue extends Cue {
  readonly line: number;
}

/** A styled run of a cue's text, in UTF-16 units; `end` is exclusive. */
export interface CueRun {
  readonly start: number;
  readonly end: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

/** A position in a cue's text, in UTF-16 units, with the time at which the following text appears. */
export interface CueWord {
  readonly at: number;
  /** The time in milliseconds, between the start and the end of the cue. */
  readonly from: number;
  /** The time in milliseconds at which the word ends; absent if it ends where the next word begins. */
  readonly to?: number;
}

/** The start and end of a cue, in milliseconds. */
export interface CueTime {
  readonly start: number;
  readonly end: number;
}

export type CaptionsForm = 'SubRip' | 'WebVTT';

/** A part of the file that the reader skips, with its line, counted from 1. */
export interface CueFault {
  readonly of: 'time' | 'order' | 'stray' | 'long' | 'crowd' | 'tag' | 'entry';
  readonly line: number;
}

/** A kind of styling or placement that films do not support. */
export type IgnoredStyleKind =
  | 'font'
  | 'class'
  | 'ruby'
  | 'command'
  | 'tag'
  | 'settings'
  | 'style'
  | 'region'
  | 'clock';

/** A kind of ignored styling or placement, with the first line in which it occurs, counted from 1. */
export interface IgnoredStyle {
  readonly of: IgnoredStyleKind;
  readonly line: number;
  /** The number of occurrences in the whole file: tags, commands, blocks, or cues with settings. */
  readonly count: number;
}

/** The cues of a caption file. */
export interface Captions {
  /** The cues, sorted by start. Cues with the same start keep the order of the file. */
  readonly cues: readonly Cue[];
  /** The first {@link captionLimits.faults} faults. */
  readonly faults: readonly CueFault[];
  /** The number of all faults. */
  readonly faultCount: number;
  /** The ignored styling, sorted by line. Each kind occurs once. Absent if nothing is ignored. */
  readonly ignored?: readonly IgnoredStyle[];
}

/**
 * The reason why a file has no readable captions. `no-list` means JSON without a readable list of captions or words.
 */
export type CaptionsFault = 'no-captions' | 'no-list' | 'too-many' | 'too-large';

export const captionLimits = {
  /** The maximum size of the file in bytes, and of its text in UTF-16 units. */
  bytes: 2 * 2 ** 20,
  cues: 10_000,
  /** The maximum number of words with times in a file. */
  words: 100_000,
  /** The maximum length of a cue in UTF-16 units. */
  cueLength: 2000,
  /** The maximum number of cues that are visible at the same time. */
  atOnce: 8,
  /** The maximum number of faults that are listed individually. */
  faults: 10,
} as const;

/** Returns the end of the last cue in seconds; null for a file without cues. */
export function lastEnd({ cues }: Captions): number | null {
  return cues.length === 0 ? null : cues.reduce((last, { end }) => Math.max(last, end), 0) / 1000;
}

const TIMESTAMP = String.raw`(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?`;

/** Position settings can follow the second timestamp, with or without a space (WebVTT, 6.3). They are ignored. */
const TIMES = new RegExp(String.raw`^${TIMESTAMP}\s*-->\s*${TIMESTAMP}(?:[\sa-zA-Z].*)?$`);

const ONLY_TIMESTAMP = new RegExp(`^${TIMESTAMP}$`);

/** Returns the times of a line such as `00:00:01,500 --> 00:00:03,000`; null for any other line. Hours are optional. */
export function cueTimeIn(line: string): CueTime | null {
  const match = TIMES.exec(line);
  return match === null ? null : { start: millisecondsOf(match.slice(1, 5)), end: millisecondsOf(match.slice(5, 9)) };
}

/** Returns a timestamp such as `00:01.500` in milliseconds; null for any other text. */
function timestampIn(text: string): number | null {
  const match = ONLY_TIMESTAMP.exec(text);
  return match === null ? null : millisecondsOf(match.slice(1, 5));
}

function millisecondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '']: readonly (string | undefined)[]) {
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + thousandths;
}

/** Matches SubRip markup. A `<` that does not start a tag is text. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?![a-zA-Z0-9])[^<>]*>|<([\d:.,]{1,20})>|\{\\[^{}]*\}/g;

/** Matches WebVTT markup. A tag extends from `<` to the next `>` or to the end of the cue (6.4). */
const WEBVTT_TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)?([^>]*)(>|$)|\{\\[^{}]*\}/g;

/** A part of a cue that is not displayed. */
interface Markup {
  readonly at: number;
  readonly length: number;
  /** The name in lower case; empty for a tag without a name. */
  readonly name: string;
  readonly isEnd: boolean;
  /** A timestamp in milliseconds; null for other tags. */
  readonly from: number | null;
  /** Whether the tag may be text of the author instead of markup. */
  readonly isDoubtful: boolean;
}

/** The text of a cue with its styled runs. */
export interface CueText extends Pick<Cue, 'text' | 'runs' | 'words'> {
  /** Whether the reader removed an unclosed or invalid tag, which may have been text. */
  readonly hasDoubtfulTag: boolean;
}

/** The elements in `ruby` whose text is a reading aid: WebVTT 4.2.2; SubRip uses HTML. */
const READING_AIDS: Readonly<Record<CaptionsForm, ReadonlySet<string>>> = {
  WebVTT: new Set(['rt']),
  SubRip: new Set(['rt', 'rp']),
};

/**
 * Reads the text of a cue. Applies the markup `b`, `i`, `u`, `br`, and timestamps. Removes all other tags, the reading
 * aids of `ruby`, and SubStation commands in braces.
 */
export function readCueText(written: string, time: CueTime, form: CaptionsForm = 'SubRip'): CueText {
  const open = { b: 0, i: 0, u: 0 };
  const runs: CueRun[] = [];
  const words: CueWord[] = [];
  let text = '';
  let hasDoubtfulTag = false;
  let isInRuby = false;
  /** Whether the current text is a reading aid beside its base text. It has no place in a line of a caption. */
  let isReadingAid = false;
  const add = (plain: string): void => {
    if (isReadingAid) return;
    // Trim the start: if the first line contained only removed markup, the text would begin with a line break.
    const piece = text === '' ? plain.trimStart() : plain;
    if (piece === '') return;
    const start = text.length;
    text += decodeReferences(piece, form === 'SubRip');
    const style = { isBold: open.b > 0, isItalic: open.i > 0, isUnderlined: open.u > 0 };
    if (style.isBold || style.isItalic || style.isUnderlined) addRun(runs, { start, end: text.length, ...style });
  };
  let readTo = 0;
  for (const { at, length, name, isEnd, from, isDoubtful } of markupIn(written, form)) {
    add(written.slice(readTo, at));
    readTo = at + length;
    hasDoubtfulTag ||= isDoubtful;
    if (name === 'ruby' || (isInRuby && READING_AIDS[form].has(name))) {
      isReadingAid = name !== 'ruby' && !isEnd;
      if (name === 'ruby') isInRuby = !isEnd;
    } else if (from !== null) addWord(words, { at: text.length, from }, time);
    else if (name === 'br') add('\n');
    else if (name === 'b' || name === 'i' || name === 'u') open[name] = Math.max(0, open[name] + (isEnd ? -1 : 1));
  }
  add(written.slice(readTo));
  return { ...trimmed(text, runs, words), hasDoubtfulTag };
}

function* markupIn(written: string, form: CaptionsForm): Generator<Markup> {
  if (form === 'WebVTT') {
    for (const { 0: tag, 1: slash = '', 2: name = '', 3: rest = '', 4: end, index: at } of written.matchAll(
      WEBVTT_TAG,
    )) {
      const from = name === '' && slash === '' ? timestampIn(rest.trim()) : null;
      // `<>` and `</>` are valid tags although they have no name.
      const isTag = end === '>' && (name !== '' || rest === '' || from !== null);
      const isDoubtful = tag.startsWith('<') && !isTag;
      yield { at, length: tag.length, name: name.toLowerCase(), isEnd: slash !== '', from, isDoubtful };
    }
    return;
  }
  for (const { 0: tag, 1: slash = '', 2: name = '', 3: moment, index: at } of written.matchAll(TAG)) {
    const from = moment === undefined ? null : timestampIn(moment);
    if (moment !== undefined && from === null) continue;
    yield { at, length: tag.length, name: name.toLowerCase(), isEnd: slash !== '', from, isDoubtful: false };
  }
}

/** Adds a run. Merges it into the last run if it is adjacent and has the same style. */
function addRun(runs: CueRun[], run: CueRun): void {
  const last = runs.at(-1);
  const continuesLast =
    last?.end === run.start &&
    last.isBold === run.isBold &&
    last.isItalic === run.isItalic &&
    last.isUnderlined === run.isUnderlined;
  if (continuesLast) runs.splice(-1, 1, { ...last, end: run.end });
  else runs.push(run);
}

/**
 * Adds a word. Replaces a word without text at the same position. Ignores a word that does not start after the previous
 * word or the start of the cue, or that does not start before the end of the cue.
 */
function addWord(words: CueWord[], word: CueWord, { start, end }: CueTime): void {
  const before = words.at(-1)?.from ?? start;
  if (word.from <= before || word.from >= end) return;
  if (words.at(-1)?.at === word.at) words.pop();
  words.push(word);
}

/** Removes white space at the end of the text, and shortens runs and words accordingly. */
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
