import { decodeText, encodingOfMark, firstBadByte } from '../lib/decode-text.ts';
import { err, ok, type Result } from '../lib/result.ts';
import {
  type Captions,
  type CaptionsFault,
  type CaptionsForm,
  type Cue,
  type CueFault,
  type CueTime,
  captionLimits,
  cueTimeIn,
  type IgnoredStyle,
  type IgnoredStyleKind,
  type ReadCue,
  readCueText,
} from './cue.ts';
import { readJsonCues } from './read-word-json.ts';

/** The number of lines that are read between two pauses. */
const LINES_PER_STEP = 2000;
const ARROW = '-->';
/** The maximum number of UTF-16 units of a cue with its markup. The markup of a longer cue is not read. */
const MAX_WRITTEN_LENGTH = 10 * captionLimits.cueLength;
/** The first word of WebVTT blocks that are not cues. */
const OTHER_BLOCK = /^(NOTE|STYLE|REGION)(?:\s|$)/;

/** A timestamp map of HLS (RFC 8216, 3.5) with an offset other than 0. */
const CLOCK = /^X-TIMESTAMP-MAP=(?!(?:LOCAL:[0:.]+,MPEGTS:0+|MPEGTS:0+,LOCAL:[0:.]+)\s*$)/;

/** Reads a caption file without pauses; see {@link readingCaptions}. */
export function readCaptions(text: string): Result<Captions, CaptionsFault> {
  const reading = readingCaptions(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** Reads a caption file. Calls `pause` between steps, so that other tasks can run. */
export async function readCaptionsPaced(
  text: string,
  pause: () => Promise<void>,
): Promise<Result<Captions, CaptionsFault>> {
  const reading = readingCaptions(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/**
 * Reads the text of a SubRip, WebVTT, or JSON file in steps. Skips unreadable cues and reports them as faults. Returns
 * an error for a file with too many cues or too much text, and for a SubRip file without times.
 */
export function* readingCaptions(text: string): Generator<void, Result<Captions, CaptionsFault>> {
  if (text.length > captionLimits.bytes) return err('too-large');
  const json = readJsonCues(text);
  if (json !== null) return json.ok ? ok(withFaults(json.value.cues, json.value.faults)) : json;
  const lines = linesOf(text);
  const form = formOf(text);
  const reading: Reading = { form, hasTimes: form === 'WebVTT', cues: [], faults: [], ignored: new Map() };
  let at = form === 'WebVTT' ? lineAfterBlock(lines, 0) : 0;
  const clock = lines.slice(0, at).findIndex((line) => CLOCK.test(line));
  if (clock >= 0) addIgnored(reading, 'clock', clock + 1);
  let lastPause = 0;
  while (at < lines.length) {
    if (at - lastPause >= LINES_PER_STEP) {
      lastPause = at;
      yield;
    }
    at = readLines(reading, lines, at);
    if (reading.cues.length > captionLimits.cues) return err('too-many');
  }
  if (!reading.hasTimes) return err('no-captions');
  const ignored = [...reading.ignored.values()].toSorted((one, other) => one.line - other.line);
  const read = withFaults(reading.cues, reading.faults);
  return ok(ignored.length === 0 ? read : { ...read, ignored });
}

function withFaults(read: readonly ReadCue[], others: readonly CueFault[]): Captions {
  const { cues, crowded } = withoutCrowdedCues(read);
  const faults = [...others, ...crowded].toSorted((one, other) => one.line - other.line);
  return { cues, faults: faults.slice(0, captionLimits.faults), faultCount: faults.length };
}

/** Returns the lines of a file without its byte order mark. */
export function linesOf(text: string): readonly string[] {
  const plain = text.replace(/^\ufeff/, '');
  return (plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain).split('\n');
}

/** Returns the format of a file: the first line of a WebVTT file begins with `WEBVTT`. */
export function formOf(text: string): CaptionsForm {
  return /^\ufeff?WEBVTT(?:\s|$)/.test(text) ? 'WebVTT' : 'SubRip';
}

interface Reading {
  readonly form: CaptionsForm;
  /** Whether the file has a WebVTT header or a line of times, which means that it is a caption file. */
  hasTimes: boolean;
  readonly cues: ReadCue[];
  readonly faults: CueFault[];
  readonly ignored: Map<IgnoredStyleKind, IgnoredStyle>;
}

/**
 * Reads a cue, or skips lines outside of cues.
 * @returns The index of the next line.
 */
function readLines(reading: Reading, lines: readonly string[], at: number): number {
  const { form } = reading;
  const line = lines[at]?.trim() ?? '';
  if (isTimeLine(lines, at, form)) {
    reading.hasTimes ||= cueTimeIn(line) !== null;
    return readCue(reading, lines, at);
  }
  const block = form === 'WebVTT' ? OTHER_BLOCK.exec(line)?.[1] : undefined;
  if (block !== undefined) {
    if (block === 'STYLE') addIgnored(reading, 'style', at + 1);
    if (block === 'REGION') addIgnored(reading, 'region', at + 1);
    return lineAfterBlock(lines, at);
  }
  // Skip the number or name of the cue that begins on the next line. Any other line is outside of the cues.
  if (/^\d*$/.test(line) || isTimeLine(lines, at + 1, form)) return at + 1;
  reading.faults.push({ of: 'stray', line: at + 1 });
  return lineAfterBlock(lines, at);
}

/** Returns the index of the line after a block without times. The block ends at an empty line or an arrow. */
function lineAfterBlock(lines: readonly string[], from: number): number {
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line) || line.includes(ARROW)) return at;
    if (isNumber(line) && cueTimeIn((lines[at + 1] ?? '').trim()) !== null) return at;
  }
  return lines.length;
}

/**
 * Returns the index of the line after the text of a cue. `from` is the line of its times. In SubRip, the text can
 * contain empty lines and ends where the next cue begins. Empty lines at the end of the text do not belong to the cue.
 * In WebVTT files of YouTube, the first line of a text can be a single space.
 */
export function lineAfterCue(lines: readonly string[], from: number, form: CaptionsForm): number {
  let next = from + 1;
  for (let at = from + 1; at < lines.length && !cueBeginsAt(lines, at, form); at += 1) {
    if (!isBlank(lines[at])) next = at + 1;
    else if (form === 'WebVTT' && (at > from + 1 || lines[at] === '')) return at;
  }
  return next;
}

/** Returns whether a cue begins at a line with its times, number, or name. A name must follow an empty line. */
function cueBeginsAt(lines: readonly string[], at: number, form: CaptionsForm): boolean {
  if (isTimeLine(lines, at, form)) return true;
  const line = lines[at] ?? '';
  if (line.trim() === '' || !isTimeLine(lines, at + 1, form)) return false;
  if (isNumber(line)) return form === 'SubRip' || cueTimeIn((lines[at + 1] ?? '').trim()) !== null;
  return form === 'SubRip' && isBlank(lines[at - 1]);
}

/**
 * Returns whether a line contains the times of a cue, even malformed ones. In SubRip, an arrow without a timestamp
 * before it is text.
 */
function isTimeLine(lines: readonly string[], at: number, form: CaptionsForm): boolean {
  const line = lines[at] ?? '';
  if (line.includes(ARROW) && (form === 'WebVTT' || /^\s*\d+:\S*\s*-->/.test(line))) return true;
  if (line.length > MAX_TIME_LINE || !/\d/.test(line)) return false;
  if (EXACT_TIMES.test(line)) return true;
  if (form === 'WebVTT') return false;
  const follows = isNumber(lines[at - 1] ?? '') && isBlank(lines[at - 2]);
  return follows && (ROUGH_TIMES.test(line) || (line.includes(ARROW) && /\d[:;.,]\d/.test(line)));
}

/** The maximum length of a line that is checked for malformed times, in UTF-16 units. */
const MAX_TIME_LINE = 200;
/** A timestamp that can have wrong separators, such as `00;00:01`, or letters that look like digits. */
const roughTime = (parts: number) => String.raw`[-+]?[\dOoIl]{1,9}(?:[ \t]?[:;.,][ \t]?[\dOoIl]{1,9}){${parts - 1},4}`;
/** A timestamp with milliseconds. */
const EXACT_TIME = String.raw`(?:\d{1,9}[:;.,]){1,2}\d{1,2}[:;.,]\d{3}`;
const ROUGH_ARROW = String.raw`\s*(?:[-\u2013\u2014\u2212=]{0,3}\s?[-\u2013\u2014\u2212=]{0,3}>|\u2192)\s*`;
/** Matches two timestamps that may be malformed. If both have three parts, any characters can separate them. */
const ROUGH_TIMES = new RegExp(
  String.raw`^\s*(?:${roughTime(2)}${ROUGH_ARROW}${roughTime(2)}|${roughTime(3)}[^\p{L}\p{N}]{1,8}${roughTime(3)})(?![\p{L}\p{N}])`,
  'u',
);
/** Matches two exact timestamps with a wrong arrow, such as `->`. Ordinary text never has this form. */
const EXACT_TIMES = new RegExp(String.raw`^\s*${EXACT_TIME}${ROUGH_ARROW}${EXACT_TIME}(?!\d)`);

function isNumber(line: string): boolean {
  return /^\s*\d+\s*$/.test(line);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/**
 * Reads the cue whose times are in line `at`.
 * @returns The index of the line after it.
 */
function readCue(reading: Reading, lines: readonly string[], at: number): number {
  const next = lineAfterCue(lines, at, reading.form);
  const time = cueTimeIn(lines[at]?.trim() ?? '');
  const fault = time === null ? 'time' : time.end <= time.start ? 'order' : null;
  if (time === null || fault !== null) reading.faults.push({ of: fault ?? 'time', line: at + 1 });
  else {
    if (hasPlacement(lines[at] ?? '')) addIgnored(reading, 'settings', at + 1);
    for (let each = at + 1; each < next; each += 1) addIgnoredMarkup(reading, lines[each] ?? '', each + 1);
    addCue(reading, lines.slice(at + 1, next), time, at + 1);
  }
  return next;
}

/** The settings after the times of a cue (WebVTT, 4.4), and the coordinates in some SubRip files. */
const SETTING = /[\s\d](vertical|line|position|size|align|region):(\S+)|\bX1:\d/gi;
/** The settings that equal the default placement. */
const DEFAULT_SETTINGS = new Set(['line:auto', 'position:50%', 'size:100%', 'align:center', 'align:middle']);

/** Returns whether the settings of a cue differ from the default placement. */
function hasPlacement(times: string): boolean {
  for (const { 1: name, 2: value = '' } of times.matchAll(SETTING))
    if (name === undefined || !DEFAULT_SETTINGS.has(`${name}:${value}`.toLowerCase())) return true;
  return false;
}

/** Patterns of ignored markup. A tag counts for the first pattern that matches. */
const IGNORED_MARKUP: readonly (readonly [IgnoredStyleKind, RegExp])[] = [
  ['font', /^<font\b/i],
  ['ruby', /^<ruby\b/i],
  ['class', /^<[a-z]+\./i],
  ['command', /^\{/],
  // Omit voice and language tags and plain `<c>` tags, because they have no visible effect in browsers.
  ['tag', /^<(?!(?:b|i|u|br|c|v|lang|rt)\b)/i],
];
const MARKUP = /<[a-z][^<>]*>|\{\\[^{}]*\}/gi;

function addIgnoredMarkup(reading: Reading, text: string, line: number): void {
  if (text.length > MAX_WRITTEN_LENGTH || !/[<{]/.test(text)) return;
  for (const [markup] of text.matchAll(MARKUP)) {
    const kind = IGNORED_MARKUP.find(([, pattern]) => pattern.test(markup))?.[0];
    if (kind !== undefined) addIgnored(reading, kind, line);
  }
}

function addIgnored({ ignored }: Reading, of: IgnoredStyleKind, line: number): void {
  const found = ignored.get(of);
  ignored.set(of, found === undefined ? { of, line, count: 1 } : { ...found, count: found.count + 1 });
}

function addCue({ form, cues, faults }: Reading, written: readonly string[], time: CueTime, line: number): void {
  const whole = written.map((each) => each.trim()).join('\n');
  if (whole.length > MAX_WRITTEN_LENGTH) {
    faults.push({ of: 'long', line });
    return;
  }
  const { hasDoubtfulTag, ...cue } = readCueText(whole, time, form);
  if (hasDoubtfulTag) faults.push({ of: 'tag', line });
  if (cue.text.length > captionLimits.cueLength) faults.push({ of: 'long', line });
  else if (cue.text !== '') cues.push({ ...time, ...cue, line });
}

/**
 * Sorts cues by start. Removes cues beyond the maximum number of simultaneous cues, because they would cover the frame.
 */
function withoutCrowdedCues(read: readonly ReadCue[]): { readonly cues: readonly Cue[]; readonly crowded: CueFault[] } {
  const cues: Cue[] = [];
  const crowded: CueFault[] = [];
  let active: readonly Cue[] = [];
  for (const { line, ...cue } of read.toSorted((one, other) => one.start - other.start)) {
    active = active.filter(({ end }) => end > cue.start);
    if (active.length === captionLimits.atOnce) crowded.push({ of: 'crowd', line });
    else {
      active = [...active, cue];
      cues.push(cue);
    }
  }
  return { cues, crowded };
}

/** The beginnings of caption files in unsupported formats, with the names of the formats. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\[Script Info\](?![\s\S]{0,2000}?^ScriptType:\s*v4\.00\s*$)/im, 'Advanced SubStation Alpha (.ass)'],
  [/^\[Script Info\]/i, 'SubStation Alpha (.ssa)'],
  [/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<(?:\w+:)?tt[\s>]/i, 'TTML (.ttml)'],
  [/^(?:<\?xml[^>]*>\s*)?<(?:timedtext|transcript)[\s>]/i, 'YouTube XML (.srv1–.srv3)'],
  [/^(?:<\?xml[^>]*>\s*)?<SAMI[\s>]/i, 'SAMI (.smi)'],
  [/^\{\s*"wireMagic"/, 'YouTube JSON (.json3)'],
  [/^start\tend\ttext\s/i, 'Whisper TSV'],
  [/^\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}\s/, 'SBV (.sbv)'],
  [/^\[INFORMATION\]|^\[TITLE\]|^\d\d:\d\d:\d\d\.\d\d,\d\d:\d\d:\d\d\.\d\d\s/i, 'SubViewer (.sub)'],
  [/^\{\d+\}\{\d*\}/, 'MicroDVD (.sub)'],
  [/^\[\d+\]\[\d*\]/, 'MPL2'],
  [/^(?:\[[a-z]{2,6}:[^\]\n]*\]\s*|\[offset:[^\]]*\]\s*)*\[\d{1,3}:\d\d(?:[.:]\d{1,3})?\]/i, 'LRC (.lrc)'],
  [/^Scenarist_SCC /, 'Scenarist (.scc)'],
  [/^# VobSub index file/, 'VobSub (.idx)'],
  [/^.{3}STL\d\d\.01/, 'EBU STL (.stl)'],
  [/^(?:\d+\s+)?\d\d:\d\d:\d\d[:;]\d\d\s*-->/, 'SubRip with frame numbers'],
];

/** Returns the name of a known unsupported caption format from the start of a file; null for other files. */
export function otherCaptionsFormat(start: string): string | null {
  const text = start.replace(/^\ufeff/, '').trimStart();
  return OTHER_FORMATS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

type DecodingFault =
  | { readonly kind: 'too-large' }
  /** The first invalid byte and its line; null for UTF-16. */
  | { readonly kind: 'not-text'; readonly bad: ReturnType<typeof firstBadByte> | null };

/**
 * Decodes the bytes of a file as UTF-8, or as UTF-16 if the file has a UTF-16 byte order mark. Removes the byte order
 * mark, and the NUL and Ctrl+Z characters with which old programs pad the end. Any other NUL becomes U+FFFD (WebVTT,
 * 4.3).
 */
export function decodeCaptions(bytes: Uint8Array): Result<string, DecodingFault> {
  if (bytes.length > captionLimits.bytes) return err({ kind: 'too-large' });
  const encoding = encodingOfMark(bytes) ?? 'utf-8';
  const text = decodeText(bytes, encoding);
  if (text === null) return err({ kind: 'not-text', bad: encoding === 'utf-8' ? firstBadByte(bytes) : null });
  let end = text.length;
  while (end > 0 && PADDING.has(text.charCodeAt(end - 1))) end -= 1;
  return ok(text.slice(0, end).replaceAll('\0', '\ufffd'));
}

const PADDING: ReadonlySet<number> = new Set([0x00, 0x1a]);
