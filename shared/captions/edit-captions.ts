import { type CaptionsForm, type CueTime, captionLimits, cueTimeIn, readCueText } from './cue.ts';
import { formOf, lineAfterCue, linesOf } from './read-captions.ts';
import { wordsOfCue } from './words.ts';

/** A cue as it is written in a file. */
export interface WrittenCue extends CueTime {
  /** The words of the cue with their markup; they can contain line breaks. */
  readonly words: string;
  /** The line of the cue's times, counted from 0. It identifies the cue until the file changes. */
  readonly line: number;
}

/** The changes of a cue; omitted fields stay unchanged. */
export interface CueChange {
  /** The new times, in milliseconds of the file. */
  readonly start?: number;
  readonly end?: number;
  /** The new words; empty words remove the cue. */
  readonly words?: string;
}

/** The length of an added cue, and the minimum length of a cue, in milliseconds. */
const DEFAULT_LENGTH = 2000;
const MIN_LENGTH = 100;

/**
 * Returns the cues of a SubRip or WebVTT file as written, in file order. Omits cues without words or with invalid
 * times. The list ends at the maximum number of cues ({@link captionLimits}).
 */
export function cuesInText(text: string): readonly WrittenCue[] {
  const lines = linesOf(text);
  const form = formOf(text);
  const cues: WrittenCue[] = [];
  for (const [at, line] of lines.entries()) {
    const time = line.includes('-->') ? cueTimeIn(line.trim()) : null;
    if (time === null || time.end <= time.start) continue;
    const words = wordsAt(lines, at, form);
    if (words.trim() !== '') cues.push({ ...time, words, line: at });
    if (cues.length === captionLimits.cues) break;
  }
  return cues;
}

/** Returns the file with a changed cue. The rest of the file stays unchanged. */
export function withCue(text: string, line: number, change: CueChange): string {
  const lines = linesOf(text);
  const time = cueTimeIn(lines[line]?.trim() ?? '');
  if (time === null) return text;
  const words = change.words === undefined ? null : cleanWords(change.words);
  if (words === '') return withoutCue(text, line);
  const start = Math.max(0, Math.round(change.start ?? time.start));
  const end = Math.max(start + MIN_LENGTH, Math.round(change.end ?? time.end));
  const changesTimes = change.start !== undefined || change.end !== undefined;
  const next = lineAfterCue(lines, line, formOf(text));
  return joinLines(text, [
    ...lines.slice(0, line),
    changesTimes ? timesLike(text, lines[line] ?? '', { start, end }) : (lines[line] ?? ''),
    ...(words === null ? lines.slice(line + 1, next) : words.split('\n')),
    ...lines.slice(next),
  ]);
}

/** A word of a written cue, with its times in milliseconds. `at` is its position in the words without times. */
export interface WrittenWord {
  readonly text: string;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const WORD_TIME = /<[\d:.,]{1,20}>/g;

/**
 * Returns the words of a cue with their times. Distributes words without times over the cue. Returns null if the cue
 * contains other markup than word times, because the positions of its words would differ.
 */
export function wordsOfWrittenCue(
  { start, end, words }: WrittenCue,
  form: CaptionsForm,
): readonly WrittenWord[] | null {
  const plain = words.replaceAll(WORD_TIME, '');
  const read = readCueText(words, { start, end }, form);
  if (read.text !== plain || read.runs.length > 0) return null;
  return wordsOfCue({ ...read, start, end }, 'auto').map((range) => ({
    text: plain.slice(range.start, range.end),
    at: range.start,
    from: range.from,
    to: range.to,
  }));
}

/** Returns the file with a time before each word of a cue except the first. `words` are the words in order. */
export function withWordTimes(
  text: string,
  cue: WrittenCue,
  words: readonly Pick<WrittenWord, 'at' | 'from'>[],
): string {
  const plain = cue.words.replaceAll(WORD_TIME, '');
  const timed = words
    .slice(1)
    .reduceRight(
      (written, { at, from }) => `${written.slice(0, at)}<${timestamp(Math.round(from), '.')}>${written.slice(at)}`,
      plain,
    );
  return withCue(text, cue.line, { words: timed });
}

/** Returns the file without the word times of a cue. Its words are then distributed over the cue. */
export function withoutWordTimes(text: string, cue: WrittenCue): string {
  return withCue(text, cue.line, { words: cue.words.replaceAll(WORD_TIME, '') });
}

/** Returns the file without a cue. Also removes the number of the cue and the empty lines after it. */
export function withoutCue(text: string, line: number): string {
  const lines = linesOf(text);
  if (cueTimeIn(lines[line]?.trim() ?? '') === null) return text;
  let next = lineAfterCue(lines, line, formOf(text));
  while (next < lines.length && lines[next]?.trim() === '') next += 1;
  return joinLines(text, renumber([...lines.slice(0, firstLineOf(lines, line)), ...lines.slice(next)]));
}

/**
 * Splits a cue at a position in its words. The length of each part is proportional to its number of letters. Returns
 * the new file and the line of the second cue, or null if one part would be empty.
 */
export function withSplitCue(text: string, line: number, at: number): { text: string; second: number } | null {
  const cue = cuesInText(text).find((each) => each.line === line);
  if (cue === undefined) return null;
  const [first, second] = [cleanWords(cue.words.slice(0, at)), cleanWords(cue.words.slice(at))];
  if (first === '' || second === '') return null;
  const share = first.length / (first.length + second.length);
  const between = Math.round(cue.start + (cue.end - cue.start) * share);
  const shorter = withCue(text, line, { end: between, words: first });
  return withCueAfter(shorter, line, { start: between, end: cue.end, words: second });
}

/**
 * Adds a cue after the cue in `line`, or at the end if `line` is null. Returns the new file and the line of the new cue
 * as `second`.
 */
export function withCueAfter(
  text: string,
  line: number | null,
  cue: { readonly start: number; readonly end?: number; readonly words: string },
): { text: string; second: number } {
  const lines = linesOf(text);
  const words = cleanWords(cue.words);
  const time = { start: Math.round(cue.start), end: Math.round(cue.end ?? cue.start + DEFAULT_LENGTH) };
  const like = line === null ? '' : (lines[line] ?? '');
  const isNumbered = line === null ? formOf(text) === 'SubRip' : /^\s*\d+\s*$/.test(lines[line - 1] ?? '');
  const next = line === null ? lines.length : lineAfterCue(lines, line, formOf(text));
  const gap = line === null && lines.at(-1) !== '' ? [''] : [];
  const head = [...(line === null ? gap : ['']), ...(isNumbered ? ['0'] : [])];
  const newLines = [
    ...lines.slice(0, next),
    ...head,
    timesLike(text, like, { ...time, end: Math.max(time.start + MIN_LENGTH, time.end) }),
    ...words.split('\n'),
    ...lines.slice(next),
  ];
  return { text: joinLines(text, renumber(newLines)), second: next + head.length };
}

/** Returns a SubRip file with one cue. */
export function newCaptions(words: string): string {
  return `1\n00:00:00,000 --> 00:00:02,000\n${cleanWords(words)}\n`;
}

function wordsAt(lines: readonly string[], line: number, form: CaptionsForm): string {
  return lines.slice(line + 1, lineAfterCue(lines, line, form)).join('\n');
}

/** Returns the index of the first line of a cue: its number or name, or otherwise its times. */
function firstLineOf(lines: readonly string[], line: number): number {
  const before = lines[line - 1]?.trim() ?? '';
  return line > 0 && before !== '' && !/^WEBVTT(?:\s|$)/.test(before) ? line - 1 : line;
}

/**
 * Removes empty lines, which would end the cue. Replaces arrows, which could begin another cue. Shortens the text to
 * the maximum length.
 */
function cleanWords(words: string): string {
  const lines = words.split(/\r\n|\r|\n/).map((each) => each.trim().replaceAll('-->', '→'));
  return lines
    .filter((each) => each !== '')
    .join('\n')
    .slice(0, captionLimits.cueLength);
}

/** Formats the times of a cue in the format of the file. Copies the settings from the line `like`. */
function timesLike(text: string, like: string, { start, end }: CueTime): string {
  const mark = formOf(text) === 'WebVTT' ? '.' : ',';
  const settings = /-->\s*[\d:.,]+\s*([a-zA-Z].*)?$/.exec(like)?.[1] ?? '';
  return `${timestamp(start, mark)} --> ${timestamp(end, mark)}${settings === '' ? '' : ` ${settings}`}`;
}

function timestamp(milliseconds: number, mark: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = milliseconds / 1000;
  const rest = String(milliseconds % 1000).padStart(3, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${mark}${rest}`;
}

/** Renumbers the cues that have a number. */
function renumber(lines: readonly string[]): readonly string[] {
  let count = 0;
  return lines.map((line, at) => {
    const isNumber = /^\s*\d+\s*$/.test(line) && cueTimeIn(lines[at + 1]?.trim() ?? '') !== null;
    if (!isNumber) return line;
    count += 1;
    return String(count);
  });
}

/** Joins lines with the line break of the file. */
function joinLines(text: string, lines: readonly string[]): string {
  return lines.join(/\r\n|\r|\n/.exec(text)?.[0] ?? '\n');
}
