import { err, ok, type Result } from '../lib/result.ts';
import { type CaptionsFault, type Cue, type CueFault, captionLimits, type ReadCue } from './cue.ts';
import { joinWords, PHRASE_DEFAULTS, type Phrase, phrasesOf } from './phrases.ts';
import type { SpokenWord } from './words.ts';

/** A cue of a JSON file. Times are in milliseconds. */
export interface JsonCue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The words; empty if the file has no word times. */
  readonly words: readonly SpokenWord[];
}

/**
 * The content of a JSON file: cues, or words without cues. `unreadable` lists the entries with invalid text or times by
 * number, from 1.
 */
export type WordJson = { readonly unreadable: readonly number[] } & (
  | { readonly kind: 'cues'; readonly cues: readonly JsonCue[] }
  | { readonly kind: 'words'; readonly words: readonly SpokenWord[] }
);

/**
 * Reads the JSON of a speech recognizer: Whisper, whisper.cpp, Deepgram, AssemblyAI, and lists of words. Returns null
 * for any other JSON.
 */
export function readWordJson(json: unknown): WordJson | null {
  if (Array.isArray(json)) return wordList(json);
  const { segments, words, transcription, results } = fieldsOf(json);
  if (Array.isArray(segments)) {
    const hasWords = segments.some((segment) => Array.isArray(fieldsOf(segment).words));
    if (!hasWords && Array.isArray(words)) return wordList(words);
    return { kind: 'cues', cues: segments.flatMap(segmentCue), unreadable: unreadableIn(segments, segmentCue) };
  }
  if (Array.isArray(transcription)) return whisperCpp(transcription);
  if (Array.isArray(words)) return wordList(words);
  const deepgram = fieldsOf(firstOf(fieldsOf(firstOf(fieldsOf(results).channels)).alternatives)).words;
  return Array.isArray(deepgram) ? wordList(deepgram) : null;
}

/** The fields that the formats use, with unchecked values. */
type Fields = { readonly [Name in FieldName]?: unknown };
type FieldName =
  | ('segments' | 'transcription' | 'results' | 'channels' | 'alternatives' | 'words' | 'offsets')
  | (typeof TEXT_NAMES)[number]
  | (typeof TIME_NAMES)[number][number];

function fieldsOf(json: unknown): Fields {
  return typeof json === 'object' && json !== null ? (json as Fields) : {};
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function wordList(list: readonly unknown[]): WordJson {
  const read = (entry: unknown) => entryOf(fieldsOf(entry));
  const words = inSeconds(list.flatMap(read));
  return { kind: 'words', words: mergedWords(words), unreadable: unreadableIn(list, read) };
}

/** The minimum length, in milliseconds, that is too long for a spoken word. */
const LONG_WORD = 20_000;

/**
 * Divides times by 1000 if they are in milliseconds, as in files of AssemblyAI: times that are integers, and words that
 * would be too long in seconds.
 */
function inSeconds(words: readonly SpokenWord[]): readonly SpokenWord[] {
  const areMilliseconds =
    words.length > 0 &&
    words.every(({ start, end }) => start % 1000 === 0 && end % 1000 === 0 && end - start >= LONG_WORD);
  return areMilliseconds ? words.map((word) => ({ ...word, start: word.start / 1000, end: word.end / 1000 })) : words;
}

/** Returns the numbers of the entries that `read` cannot read. Ignores entries with an empty text. */
function unreadableIn(list: readonly unknown[], read: (entry: unknown) => readonly unknown[]): readonly number[] {
  const isEmpty = (entry: unknown) =>
    TEXT_NAMES.some((name) => {
      const text = fieldsOf(entry)[name];
      return typeof text === 'string' && text.trim() === '';
    });
  return list.flatMap((entry, index) => (read(entry).length > 0 || isEmpty(entry) ? [] : [index + 1]));
}

/** Converts a Whisper segment to a cue; empty if its text or a time is missing. */
function segmentCue(segment: unknown): readonly JsonCue[] {
  const fields = fieldsOf(segment);
  const [entry] = entryOf(fields);
  if (entry === undefined) return [];
  const list = Array.isArray(fields.words) ? fields.words : [];
  const words = mergedWords(list.flatMap((word) => entryOf(fieldsOf(word))));
  return [{ text: entry.text.trim(), start: entry.start, end: entry.end, words }];
}

/** Reads the list of whisper.cpp. With its option `-ml 1`, each entry is a word or a part of a word. */
function whisperCpp(list: readonly unknown[]): WordJson {
  const entries = list.flatMap(whisperCppEntry);
  const unreadable = unreadableIn(list, whisperCppEntry);
  if (entries.every(({ text }) => !/\s/.test(text.trim())))
    return { kind: 'words', words: mergedWords(entries), unreadable };
  return { kind: 'cues', cues: entries.map((entry) => ({ ...entry, text: entry.text.trim(), words: [] })), unreadable };
}

function whisperCppEntry(entry: unknown): readonly SpokenWord[] {
  const { text, offsets } = fieldsOf(entry);
  const { from, to } = fieldsOf(offsets);
  if (!isText(text) || !isMilliseconds(from) || !isMilliseconds(to)) return [];
  return [{ text, start: rounded(Number(from)), end: rounded(Number(to)) }];
}

const TEXT_NAMES = ['punctuated_word', 'word', 'text', 'w'] as const;
const TIME_NAMES = [
  ['start', 'end'],
  ['from', 'to'],
  ['start_time', 'end_time'],
] as const;

/** Returns the text and the times of an entry; empty if a text or a time is missing. */
function entryOf(fields: Fields): readonly SpokenWord[] {
  const text = TEXT_NAMES.map((name) => fields[name]).find(isText);
  const times = TIME_NAMES.find((names) => names.every((name) => isTime(fields[name])));
  if (text === undefined || times === undefined) return [];
  const [start, end] = times.map((name) => milliseconds(fields[name]));
  return [{ text, start: start ?? 0, end: end ?? 0 }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

const SECONDS = /^\s*\d{1,9}(?:\.\d{1,15})?\s*$/;
/** A time such as `01:02.500` or `00:01:02,500`. */
const CLOCK = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d\d(?:[.,]\d{1,9})?)\s*$/;

/** Checks for a time of at least 0: a number, a text with a number, or a clock time. */
function isTime(value: unknown): value is number | string {
  if (typeof value === 'string') return SECONDS.test(value) || CLOCK.test(value);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isMilliseconds(value: unknown): value is number | string {
  return isTime(value) && Number.isFinite(Number(value));
}

function milliseconds(seconds: unknown): number {
  if (!isTime(seconds)) return 0;
  const [, hours = '0', minutes = '0', rest] = CLOCK.exec(String(seconds)) ?? [];
  const value = rest === undefined ? Number(seconds) : Number(rest.replace(',', '.'));
  return rounded((Number(hours) * 3600 + Number(minutes) * 60 + value) * 1000);
}

/** Rounds to an integer, halves up. `toPrecision` removes the rounding error of a product, such as 1.2005 × 1000. */
function rounded(value: number): number {
  return Math.floor(Number(value.toPrecision(12)) + 0.5);
}

/**
 * Joins parts of words. If any text begins with white space, a text without leading white space continues the previous
 * word.
 */
function mergedWords(entries: readonly SpokenWord[]): readonly SpokenWord[] {
  const hasParts = entries.some(({ text }) => /^\s/.test(text));
  const words: SpokenWord[] = [];
  for (const entry of entries) {
    const before = words.at(-1);
    if (hasParts && before !== undefined && !/^\s/.test(entry.text))
      words.splice(-1, 1, { text: before.text + entry.text.trimEnd(), start: before.start, end: entry.end });
    else words.push({ ...entry, text: entry.text.trim() });
  }
  return words;
}

/**
 * Reads the cues of a JSON file. Makes one cue for each sentence from words without cues; a pause also ends a cue.
 * Returns null if the text is not JSON or has an unknown format.
 */
export function readJsonCues(
  text: string,
): Result<{ readonly cues: readonly ReadCue[]; readonly faults: readonly CueFault[] }, CaptionsFault> | null {
  const parsed = /^\ufeff?\s*[[{]/.test(text) ? parsedJson(text.replace(/^\ufeff/, '')) : undefined;
  if (parsed === undefined) return null;
  const json = readWordJson(parsed);
  if (json === null) return err('no-list');
  const read = json.kind === 'cues' ? json.cues : phrasesOf(json.words, PHRASE_DEFAULTS).map(jsonCueOf);
  const wordCount = read.reduce((sum, { words }) => sum + words.length, 0);
  if (read.length > captionLimits.cues || wordCount > captionLimits.words) return err('too-many');
  if (read.length === 0) return err(json.unreadable.length > 0 ? 'no-list' : 'no-captions');
  const faults: CueFault[] = json.unreadable.map((line) => ({ of: 'entry', line }));
  const numbers = json.kind === 'cues' ? numbersWithout(json.unreadable) : null;
  const cues = read.flatMap((cue, index): readonly ReadCue[] => {
    const line = numbers?.next().value ?? index + 1;
    const fault = cue.end <= cue.start ? 'order' : cue.text.length > captionLimits.cueLength ? 'long' : null;
    if (fault !== null) faults.push({ of: fault, line });
    return fault === null ? [{ ...cueOf(cue), line }] : [];
  });
  return ok({ cues, faults });
}

/** Yields the numbers from 1 on, without the numbers in `leftOut`. */
function* numbersWithout(leftOut: readonly number[]): Generator<number, undefined> {
  const skipped = new Set(leftOut);
  for (let number = 1; ; number += 1) if (!skipped.has(number)) yield number;
}

/** Returns the value of a JSON text; undefined if the text is invalid JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function jsonCueOf({ start, end, words }: Phrase): JsonCue {
  const spoken = words.map(({ word }) => word);
  return { text: joinWords(spoken).text, start, end, words: spoken };
}

function cueOf(cue: JsonCue): Cue {
  const { start, end } = cue;
  const { text, offsets } = cueTextOf(cue);
  const inside = (time: number) => Math.min(end, Math.max(start, time));
  const words = cue.words.map((word, index) => ({
    at: offsets[index] ?? 0,
    from: inside(word.start),
    to: inside(Math.max(word.start, word.end)),
  }));
  return { start, end, text, runs: [], words };
}

/** Returns the text of a cue with the offset of each word in it. */
function cueTextOf({ text, words }: JsonCue): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = [];
  let at = 0;
  for (const word of words) {
    const found = text.indexOf(word.text, at);
    // The text of the segment can differ from its words. Use the words, because they have the times.
    if (found < 0) return joinWords(words);
    offsets.push(found);
    at = found + word.text.length;
  }
  return { text, offsets };
}
