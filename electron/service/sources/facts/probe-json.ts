import { StringDecoder } from 'node:string_decoder';

/** An object of ffprobe's JSON. Depending on ffprobe's version, its fields are numbers or texts. */
export type ProbeObject = Readonly<Record<string, unknown>>;

/** A stream in ffprobe's answer. */
export interface ProbedStream {
  readonly fields: ProbeObject;
  readonly tags: ProbeObject;
  readonly disposition: ProbeObject;
  readonly sideData: readonly ProbeObject[];
}

export interface Probe {
  readonly format: ProbeObject;
  readonly streams: readonly ProbedStream[];
}

/**
 * Parses the answer of `ffprobe -show_entries format=… -show_streams -print_format json`. Returns null if it is
 * invalid.
 */
export function parseProbe(json: string): Probe | null {
  const root = parseObject(json);
  const streams = root?.['streams'];
  if (root === null || !Array.isArray(streams)) return null;
  return {
    format: objectIn(root['format']),
    streams: streams.map((stream: unknown) => {
      const fields = objectIn(stream);
      const sideData: unknown = fields['side_data_list'];
      return {
        fields,
        tags: objectIn(fields['tags']),
        disposition: objectIn(fields['disposition']),
        sideData: Array.isArray(sideData) ? sideData.map(objectIn) : [],
      };
    }),
  };
}

/** Returns a field as a finite number, from a number or a text; null if it is missing or `N/A`. */
export function numberField(object: ProbeObject, name: string): number | null {
  const value = object[name];
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Returns a field as text; an empty text if it is missing. */
export function textField(object: ProbeObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns a fraction such as `16:9` or `30000/1001` if both terms are positive; null for `0:1`, `0/0`, and `N/A`. */
export function fractionField(
  object: ProbeObject,
  name: string,
): { readonly numerator: number; readonly denominator: number } | null {
  const match = /^(\d{1,15})[:/](\d{1,15})$/.exec(textField(object, name));
  const numerator = Number(match?.[1] ?? 0);
  const denominator = Number(match?.[2] ?? 0);
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : null;
}

/** Returns an object within another; an empty object if it is missing. */
function objectField(object: ProbeObject, name: string): ProbeObject {
  return objectIn(object[name]);
}

/** Returns the objects of a list; an empty list if it is missing. */
export function listField(object: ProbeObject, name: string): readonly ProbeObject[] {
  const list = object[name];
  return Array.isArray(list) ? list.map(objectIn) : [];
}

/** Parses a JSON object. Returns null for any other text. */
export function parseObject(json: string): ProbeObject | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? objectIn(value) : null;
  } catch {
    return null;
  }
}

function objectIn(value: unknown): ProbeObject {
  return typeof value === 'object' && value !== null ? (value as ProbeObject) : {};
}

/** The maximum number of characters in a line. The rest of a longer line is dropped. */
const MAX_LINE = 4000;

/**
 * Returns a function that splits chunks into lines and passes the beginning of each to `onLine`. An unfinished last
 * line is ignored.
 */
function inLines(onLine: (line: string, isCut: boolean) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('latin1');
  const take = inTextLines(onLine);
  return (chunk) => take(decoder.write(chunk));
}

/** Returns a function that splits text into lines, as {@link inLines} does. */
export function inTextLines(onLine: (line: string, isCut: boolean) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    // One more character than the limit marks a line that is too long.
    rest = (lines.pop() ?? '').slice(0, MAX_LINE + 1);
    for (const line of lines) if (line !== '') onLine(line.slice(0, MAX_LINE), line.length > MAX_LINE);
  };
}

/** The fields of a frame that ffprobe prints. */
export type ProbedFrame = Readonly<Record<string, string>>;

/**
 * Returns a function that passes the frames in ffprobe's compact output, such as `width=2|height=1`, to `onFrame`.
 * Drops fields beyond the limit of a line.
 */
export function framesIn(onFrame: (frame: ProbedFrame) => void): (chunk: Buffer) => void {
  return inLines((line, isCut) => {
    const whole = isCut ? line.slice(0, line.lastIndexOf('|')) : line;
    const pairs = whole.split('|').map((field) => field.split('='));
    const frame = Object.fromEntries(
      pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, value]] : [])),
    );
    if (Object.keys(frame).length > 0) onFrame(frame);
  });
}

/** Parses `HH:MM:SS.fraction`, the form of tags in Matroska files. Returns seconds; null for any other text. */
export function clockText(text: string): number | null {
  const match = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,12})?)$/.exec(text);
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

/**
 * Returns the number of samples that an encoder received, from the tag that iTunes writes: `00000000 00000840 00000174
 * 0000000000017700`. Returns null without a valid tag.
 */
export function samplesByTag(format: Probe['format']): number | null {
  const tag = textField(objectField(format, 'tags'), 'iTunSMPB');
  const [, samples] = /^\s*[\da-f]+\s+[\da-f]+\s+[\da-f]+\s+([\da-f]{1,16})/i.exec(tag) ?? [];
  const count = samples === undefined ? 0 : Number.parseInt(samples, 16);
  return count > 0 && Number.isSafeInteger(count) ? count : null;
}
