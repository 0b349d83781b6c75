import { decodeText, encodingOfMark } from '../lib/decode-text.ts';
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
  readCueText,
} from './cue.ts';

/** So many lines are read between two chances to let others go on. */
const LINES_AT_ONCE = 2000;
const ARROW = '-->';
/** Units of a cue with its markup; a longer one is not looked through. */
const MOST_WRITTEN = 10 * captionLimits.cueLength;
/** What stands in a file of WebVTT and is no cue. */
const BESIDE_CUES = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Reads a file of captions at once; see {@link readingCaptions}. */
export function readCaptions(text: string): Result<Captions, CaptionsFault> {
  const reading = readingCaptions(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** The same without holding others up for long: `pause` lets them go on. */
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
 * Reads the text of a file of SubRip or WebVTT in steps. What is no cue is stepped over; cues that cannot be read are left
 * out and told. More cues than there may be are refused.
 */
export function* readingCaptions(text: string): Generator<void, Result<Captions, CaptionsFault>> {
  if (text.length > captionLimits.bytes) return err('too-large');
  const lines = linesOf(text);
  const form = formOf(text);
  const reading: Reading = { form, hasTimes: form === 'WebVTT', cues: [], faults: [] };
  let at = form === 'WebVTT' ? behindBlock(lines, 0) : 0;
  let told = 0;
  while (at < lines.length) {
    if (at - told >= LINES_AT_ONCE) {
      told = at;
      yield;
    }
    at = takeLines(reading, lines, at);
    if (reading.cues.length > captionLimits.cues) return err('too-many');
  }
  if (!reading.hasTimes) return err('no-captions');
  const { cues, crowded } = withoutCrowds(reading.cues);
  const faults = [...reading.faults, ...crowded].toSorted((one, other) => one.line - other.line);
  return ok({ cues, faults: faults.slice(0, captionLimits.faults), faultCount: faults.length });
}

/** The lines of a file, without a byte order mark. */
export function linesOf(text: string): readonly string[] {
  const plain = text.replace(/^\ufeff/, '');
  return (plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain).split('\n');
}

/** A file of WebVTT says so in its first line. */
export function formOf(text: string): CaptionsForm {
  return /^\ufeff?WEBVTT(?:\s|$)/.test(text) ? 'WebVTT' : 'SubRip';
}

interface ReadCue extends Cue {
  readonly line: number;
}

/** What was read so far. */
interface Reading {
  readonly form: CaptionsForm;
  /** Whether there is anything that says that the text is one of captions. */
  hasTimes: boolean;
  readonly cues: ReadCue[];
  readonly faults: CueFault[];
}

/** Takes a cue, or steps over what is none. @returns The line behind it. */
function takeLines(reading: Reading, lines: readonly string[], at: number): number {
  const { form } = reading;
  const line = lines[at]?.trim() ?? '';
  if (isTimeLine(line, form)) {
    reading.hasTimes ||= cueTimeIn(line) !== null;
    return takeCue(reading, lines, at);
  }
  if (form === 'WebVTT' && BESIDE_CUES.test(line)) return behindBlock(lines, at);
  // A number or a name of the cue that begins on the next line; else it belongs to nothing.
  if (/^\d*$/.test(line) || isTimeLine(lines[at + 1] ?? '', form)) return at + 1;
  reading.faults.push({ of: 'stray', line: at + 1 });
  return behindBlock(lines, at);
}

/** The line behind a block, which an empty line or the times of a cue end. */
function behindBlock(lines: readonly string[], from: number): number {
  let at = from + 1;
  while (at < lines.length && lines[at]?.trim() !== '' && !begins(lines, at, 'WebVTT')) at += 1;
  return at;
}

/**
 * The line behind the text of a cue whose times stand in a line. In SubRip an empty line may be part of a text, which
 * ends where another cue begins; empty lines at its end are not part of it.
 */
export function behindCue(lines: readonly string[], from: number, form: CaptionsForm): number {
  if (form === 'WebVTT') return behindBlock(lines, from);
  let behind = from + 1;
  for (let at = from + 1; at < lines.length && !begins(lines, at, form); at += 1)
    if (lines[at]?.trim() !== '') behind = at + 1;
  return behind;
}

/** Whether a cue begins there: with its times, or with its number or name. Only a number needs no empty line before it. */
function begins(lines: readonly string[], at: number, form: CaptionsForm): boolean {
  const line = lines[at] ?? '';
  if (isTimeLine(line, form)) return true;
  const next = lines[at + 1] ?? '';
  if (line.trim() === '' || !isTimeLine(next, form)) return false;
  if (/^\s*\d+\s*$/.test(line)) return form === 'SubRip' || cueTimeIn(next.trim()) !== null;
  return form === 'SubRip' && lines[at - 1]?.trim() === '';
}

/** In SubRip an arrow is part of a text unless something like a moment is before it. */
function isTimeLine(line: string, form: CaptionsForm): boolean {
  return line.includes(ARROW) && (form === 'WebVTT' || /^\s*\d+:\S*\s*-->/.test(line));
}

/** Takes the cue whose times stand in a line. @returns The line behind it. */
function takeCue(reading: Reading, lines: readonly string[], at: number): number {
  const behind = behindCue(lines, at, reading.form);
  const time = cueTimeIn(lines[at]?.trim() ?? '');
  const fault = time === null ? 'time' : time.end <= time.start ? 'order' : null;
  if (time === null || fault !== null) reading.faults.push({ of: fault ?? 'time', line: at + 1 });
  else takeText(reading, lines.slice(at + 1, behind), time, at + 1);
  return behind;
}

function takeText({ form, cues, faults }: Reading, written: readonly string[], time: CueTime, line: number): void {
  const whole = written.map((each) => each.trim()).join('\n');
  if (whole.length > MOST_WRITTEN) {
    faults.push({ of: 'long', line });
    return;
  }
  const { hasDoubtfulTag, ...cue } = readCueText(whole, time, form);
  if (hasDoubtfulTag) faults.push({ of: 'tag', line });
  if (cue.text.length > captionLimits.cueLength) faults.push({ of: 'long', line });
  else if (cue.text !== '') cues.push({ ...time, ...cue, line });
}

/** Cues by their start, without those that would be too many at once, which fill a frame many times over. */
function withoutCrowds(read: readonly ReadCue[]): { readonly cues: readonly Cue[]; readonly crowded: CueFault[] } {
  const cues: Cue[] = [];
  const crowded: CueFault[] = [];
  let there: readonly Cue[] = [];
  for (const { line, ...cue } of read.toSorted((one, other) => one.start - other.start)) {
    there = there.filter(({ end }) => end > cue.start);
    if (there.length === captionLimits.atOnce) crowded.push({ of: 'crowd', line });
    else {
      there = [...there, cue];
      cues.push(cue);
    }
  }
  return { cues, crowded };
}

/**
 * The text of a file: UTF-8, or UTF-16 where a byte order mark says so. The mark is no part of it, and neither is the
 * padding of NUL and Ctrl+Z that old programs write at the end. Another NUL becomes U+FFFD (WebVTT, 4.3).
 */
export function decodeCaptions(bytes: Uint8Array): Result<string, CaptionsFault> {
  if (bytes.length > captionLimits.bytes) return err('too-large');
  const text = decodeText(bytes, encodingOfMark(bytes) ?? 'utf-8');
  if (text === null) return err('not-text');
  let end = text.length;
  while (end > 0 && PADDING.has(text.charCodeAt(end - 1))) end -= 1;
  return ok(text.slice(0, end).replaceAll('\0', '\ufffd'));
}

const PADDING: ReadonlySet<number> = new Set([0x00, 0x1a]);
