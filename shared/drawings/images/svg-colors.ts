import { COLOR_FUNCTION, cssColor } from './css-color.ts';
import { latin1 } from './svg-root.ts';

/** The properties and presentation attributes whose value is a color or a paint. */
export const COLORS: ReadonlySet<string> = new Set([
  'fill',
  'stroke',
  'stop-color',
  'flood-color',
  'lighting-color',
  'color',
]);

/** Names and functions of CSS colors that the SVG renderer may not support. It reads only `currentColor`. */
const CANDIDATE = /rebeccapurple|currentcolor|(?:rgba?|hsla?|hwb|lab|lch|color|color-mix|light-dark|device-cmyk)\(/i;
const COLOR =
  /(?<![\w-])(?:(?:rebeccapurple|currentcolor)(?![\w-])|(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk)\([^()]*(?:\([^()]*\)[^()]*)*\))/gi;

const TAG = /<(?:!--|!\[CDATA\[|\?|[A-Za-z_][^\s<>"'/]*)/g;
const ATTRIBUTE = /\s*([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/y;
const DECLARATION = /(^|[;{]|\*\/)(\s*)(fill|stroke|stop-color|flood-color|lighting-color|color)(\s*:)([^;{}]*)/gi;
const SEPARATOR = /[;{]/g;
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };

/** An SVG file whose colors the SVG renderer can read. */
export interface ReadableColors {
  /** The file; the same object if no color changed. */
  readonly bytes: Uint8Array;
  /** The names of the color functions that were removed, such as `color-mix()`. */
  readonly dropped: readonly string[];
}

/**
 * Converts colors of CSS Color 4 to sRGB in presentation attributes, `style` attributes, and style sheets. Removes
 * attributes and declarations of other unknown colors, so that an earlier declaration applies (CSS Syntax 3, 2.2).
 * Values with `var()` stay as they are. Returns the same bytes if no color changes.
 */
export function readableColors(bytes: Uint8Array): ReadableColors {
  const changes: ColorChanges = { dropped: new Set(), hasCurrentColor: false };
  const reading = readingReplacements(bytes, changes);
  const parts: string[] = [];
  let copied = 0;
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) {
      if (parts.length === 0) return { bytes, dropped: [] };
      parts.push(step.value.slice(copied));
      return { bytes: bytesOf(parts.join('')), dropped: [...changes.dropped] };
    }
    if (step.value === null) continue;
    const { text, from, to, value } = step.value;
    parts.push(text.slice(copied, from), value);
    copied = to;
  }
}

/**
 * Returns the version of the conversion by {@link readableColors} that a file needs: 1 for colors of CSS Color 4, 2 for
 * `currentcolor` in another case, and 0 if its colors do not change. Calls `pause` between steps, so that other tasks
 * can run.
 */
export async function colorConversion(bytes: Uint8Array, pause: () => Promise<void>): Promise<0 | 1 | 2> {
  const changes: ColorChanges = { dropped: new Set(), hasCurrentColor: false };
  let isChanged = false;
  for (const replacement of readingReplacements(bytes, changes)) {
    if (changes.hasCurrentColor) return 2;
    if (replacement === null) await pause();
    else isChanged = true;
  }
  return isChanged ? 1 : 0;
}

/** The changes that a conversion made so far. */
interface ColorChanges {
  /** The names of removed color functions. */
  readonly dropped: Set<string>;
  /** Whether `currentColor` was written in another case. */
  hasCurrentColor: boolean;
}

const CURRENT_COLOR = 'currentColor';

/** A changed part of the text of a file. */
interface Replacement {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly value: string;
}

/** The number of characters of a step. A step takes some milliseconds. */
const STEP = 256 * 1024;

/**
 * Yields the replacements in order, and null at the end of each step, so that the caller can pause. Returns the text of
 * the file with one character per byte; empty for a file without colors of CSS Color 4.
 */
function* readingReplacements(bytes: Uint8Array, changes: ColorChanges): Generator<Replacement | null, string> {
  const text = yield* readingText(bytes);
  let [at, paused] = [0, 0];
  for (;;) {
    if (at - paused >= STEP) {
      paused = at;
      yield null;
    }
    // Set the offset in each round: another file can be read during a pause.
    TAG.lastIndex = at;
    const begin = TAG.exec(text)?.[0];
    if (begin === undefined) return text;
    at = TAG.lastIndex;
    const end = ENDS[begin];
    if (end !== undefined) {
      at = offsetAfter(text, end, at);
      continue;
    }
    const attributesEnd = yield* readingAttributes(text, at, changes);
    at = offsetAfter(text, '>', attributesEnd);
    if (!/^<(?:[^:]*:)?style$/.test(begin) || text[at - 2] === '/') continue;
    const close = text.indexOf('</', at);
    const sheetEnd = close < 0 ? text.length : close;
    yield* readingStyle(text, at, sheetEnd, changes);
    at = sheetEnd;
  }
}

/** The maximum length of the text that {@link CANDIDATE} matches. */
const CANDIDATE_LENGTH = 'rebeccapurple'.length;

function* readingText(bytes: Uint8Array): Generator<null, string> {
  const parts: string[] = [];
  let hasCandidate = false;
  let before = '';
  for (let at = 0; at < bytes.length; at += STEP) {
    if (at > 0) yield null;
    const part = latin1(bytes.subarray(at, at + STEP));
    // A match can begin in the previous chunk.
    hasCandidate ||= CANDIDATE.test(before + part);
    before = part.slice(1 - CANDIDATE_LENGTH);
    parts.push(part);
  }
  return hasCandidate ? parts.join('') : '';
}

/** Reads the attributes of a tag. Returns the offset after them. */
function* readingAttributes(text: string, start: number, changes: ColorChanges): Generator<Replacement | null, number> {
  let [at, paused] = [start, start];
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null) return at;
    const [written, name = '', quoted = ''] = match;
    const end = at + written.length;
    const valueStart = end - quoted.length + 1;
    if (name === 'style') yield* readingStyle(text, valueStart, end - 1, changes);
    else if (COLORS.has(name)) {
      const value = quoted.slice(1, -1);
      const color = readableValue(value, changes);
      if (color === null) yield { text, from: at, to: end, value: '' };
      else if (color !== value) yield { text, from: valueStart, to: end - 1, value: color };
    }
    at = end;
    if (at - paused < STEP) continue;
    paused = at;
    yield null;
  }
}

/** Reads declarations. A step ends before a `;` or a `{`, which every declaration but the first follows. */
function* readingStyle(
  text: string,
  start: number,
  end: number,
  changes: ColorChanges,
): Generator<Replacement | null, void> {
  for (let from = start; from < end; ) {
    if (from > start) yield null;
    const to = Math.min(end, from + STEP < end ? nextSeparator(text, from + STEP) : end);
    const css = text.slice(from, to);
    const value = readableStyle(css, changes);
    if (value !== css) yield { text, from, to, value };
    from = to;
  }
}

function nextSeparator(text: string, from: number): number {
  SEPARATOR.lastIndex = from;
  return SEPARATOR.exec(text)?.index ?? text.length;
}

function readableStyle(css: string, changes: ColorChanges): string {
  if (!CANDIDATE.test(css)) return css;
  return css.replace(
    DECLARATION,
    (_, before: string, space: string, property: string, colon: string, value: string) => {
      const color = readableValue(value, changes);
      return color === null ? `${before}${space}` : `${before}${space}${property}${colon}${color}`;
    },
  );
}

/** Converts the colors of a value. Returns null if one of them cannot be converted. */
function readableValue(value: string, changes: ColorChanges): string | null {
  // A value with `var()` is valid until the variable is replaced (CSS Custom Properties 1, 3.1).
  if (!CANDIDATE.test(value) || /\bvar\(/i.test(value)) return value;
  let isReadable = true;
  const converted = value.replace(COLOR, (written: string, name: string | undefined) => {
    if (/^currentcolor$/i.test(written)) {
      if (written !== CURRENT_COLOR) changes.hasCurrentColor = true;
      return CURRENT_COLOR;
    }
    if (COLOR_FUNCTION.test(written)) return written;
    const color = cssColor(written);
    if (color !== null) return color;
    changes.dropped.add(`${(name ?? written).toLowerCase()}()`);
    isReadable = false;
    return written;
  });
  return isReadable ? converted : null;
}

function offsetAfter(text: string, end: string, from: number): number {
  const endAt = text.indexOf(end, from);
  return endAt < 0 ? text.length : endAt + end.length;
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
