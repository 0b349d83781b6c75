import { type CaptionsForm, type CueTime, captionLimits, cueTimeIn } from './cue.ts';
import { behindCue, formOf, linesOf } from './read-captions.ts';

/** A cue as it is written in a file. */
export interface WrittenCue extends CueTime {
  /** What it says, with its markup, in lines. */
  readonly words: string;
  /** In which line its times stand, counted from 0: what names it until the file is changed. */
  readonly line: number;
}

/** What a cue becomes; what is left out stays. */
export interface CueChange {
  /** Milliseconds of the file. */
  readonly start?: number;
  readonly end?: number;
  /** Without any the cue is taken out: one that says nothing is none. */
  readonly words?: string;
}

/** Milliseconds of a cue that is added, and the least that one has. */
const USUAL = 2000;
const LEAST = 100;

/**
 * The cues of a file of SubRip or WebVTT as they are written, in its order; those without words or with wrong times are left
 * out, and so is all behind as many cues as a file may have.
 */
export function writtenCues(text: string): readonly WrittenCue[] {
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

/** The file with a cue changed. All else of it stays as it is written. */
export function withCue(text: string, line: number, change: CueChange): string {
  const lines = linesOf(text);
  const time = cueTimeIn(lines[line]?.trim() ?? '');
  if (time === null) return text;
  const words = change.words === undefined ? null : cleanWords(change.words);
  if (words === '') return withoutCue(text, line);
  const start = Math.max(0, Math.round(change.start ?? time.start));
  const end = Math.max(start + LEAST, Math.round(change.end ?? time.end));
  const isTimed = change.start !== undefined || change.end !== undefined;
  const behind = behindCue(lines, line, formOf(text));
  return joined(text, [
    ...lines.slice(0, line),
    isTimed ? timesLike(text, lines[line] ?? '', { start, end }) : (lines[line] ?? ''),
    ...(words === null ? lines.slice(line + 1, behind) : words.split('\n')),
    ...lines.slice(behind),
  ]);
}

/** The file without a cue, its number and the empty lines behind it. */
export function withoutCue(text: string, line: number): string {
  const lines = linesOf(text);
  if (cueTimeIn(lines[line]?.trim() ?? '') === null) return text;
  let behind = behindCue(lines, line, formOf(text));
  while (behind < lines.length && lines[behind]?.trim() === '') behind += 1;
  return joined(text, numbered([...lines.slice(0, headOf(lines, line)), ...lines.slice(behind)]));
}

/**
 * The file with a cue cut in two at a place of its words; each part has as much of its time as it has of its letters.
 * Null where one of them would say nothing.
 */
export function withSplitCue(text: string, line: number, at: number): { text: string; second: number } | null {
  const cue = writtenCues(text).find((each) => each.line === line);
  if (cue === undefined) return null;
  const [first, second] = [cleanWords(cue.words.slice(0, at)), cleanWords(cue.words.slice(at))];
  if (first === '' || second === '') return null;
  const share = first.length / (first.length + second.length);
  const between = Math.round(cue.start + (cue.end - cue.start) * share);
  const shorter = withCue(text, line, { end: between, words: first });
  return withCueBehind(shorter, line, { start: between, end: cue.end, words: second });
}

/** The file with another cue behind one, or as its first. */
export function withCueBehind(
  text: string,
  line: number | null,
  cue: { readonly start: number; readonly end?: number; readonly words: string },
): { text: string; second: number } {
  const lines = linesOf(text);
  const words = cleanWords(cue.words);
  const time = { start: Math.round(cue.start), end: Math.round(cue.end ?? cue.start + USUAL) };
  const like = line === null ? '' : (lines[line] ?? '');
  const isNumbered = line === null ? formOf(text) === 'SubRip' : /^\s*\d+\s*$/.test(lines[line - 1] ?? '');
  const behind = line === null ? lines.length : behindCue(lines, line, formOf(text));
  const gap = line === null && lines.at(-1) !== '' ? [''] : [];
  const head = [...(line === null ? gap : ['']), ...(isNumbered ? ['0'] : [])];
  const made = [
    ...lines.slice(0, behind),
    ...head,
    timesLike(text, like, { ...time, end: Math.max(time.start + LEAST, time.end) }),
    ...words.split('\n'),
    ...lines.slice(behind),
  ];
  return { text: joined(text, numbered(made)), second: behind + head.length };
}

/** A file of SubRip with one cue. */
export function newCaptions(words: string): string {
  return `1\n00:00:00,000 --> 00:00:02,000\n${cleanWords(words)}\n`;
}

function wordsAt(lines: readonly string[], line: number, form: CaptionsForm): string {
  return lines.slice(line + 1, behindCue(lines, line, form)).join('\n');
}

/** Where the cue of a line with times begins: with its number or its name, where it has one. */
function headOf(lines: readonly string[], line: number): number {
  const before = lines[line - 1]?.trim() ?? '';
  return line > 0 && before !== '' && !/^WEBVTT(?:\s|$)/.test(before) ? line - 1 : line;
}

/** Words that are no more than one cue: without empty lines, which end it, and arrows, which begin another. */
function cleanWords(words: string): string {
  const lines = words.split(/\r\n|\r|\n/).map((each) => each.trim().replaceAll('-->', '→'));
  return lines
    .filter((each) => each !== '')
    .join('\n')
    .slice(0, captionLimits.cueLength);
}

/** A line of times in the form of the file, with the settings of another. */
function timesLike(text: string, like: string, { start, end }: CueTime): string {
  const mark = formOf(text) === 'WebVTT' ? '.' : ',';
  const settings = /-->\s*[\d:.,]+\s*([a-zA-Z].*)?$/.exec(like)?.[1] ?? '';
  return `${moment(start, mark)} --> ${moment(end, mark)}${settings === '' ? '' : ` ${settings}`}`;
}

function moment(milliseconds: number, mark: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = milliseconds / 1000;
  const rest = String(milliseconds % 1000).padStart(3, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${mark}${rest}`;
}

/** Cues that have numbers are counted anew. */
function numbered(lines: readonly string[]): readonly string[] {
  let count = 0;
  return lines.map((line, at) => {
    const isNumber = /^\s*\d+\s*$/.test(line) && cueTimeIn(lines[at + 1]?.trim() ?? '') !== null;
    if (!isNumber) return line;
    count += 1;
    return String(count);
  });
}

/** With the line ends that the file has. */
function joined(text: string, lines: readonly string[]): string {
  return lines.join(/\r\n|\r|\n/.exec(text)?.[0] ?? '\n');
}
