import { COLOR_FUNCTION, cssColor } from './css-color.ts';
import { latin1 } from './svg-root.ts';
import { COLOR_NAMES, SYSTEM_COLORS } from './svg-support.ts';

/** The properties and presentation attributes whose value is a color or a paint. */
export const COLORS: ReadonlySet<string> = new Set([
  'fill',
  'stroke',
  'stop-color',
  'flood-color',
  'lighting-color',
  'color',
]);

/** The animation elements, whose `fill` is not a paint, but the state after the animation. */
const ANIMATIONS = /^<(?:[^:]*:)?(?:animate\w*|set)$/;
/** The inherited properties, for which `unset` means `inherit` (CSS Cascade 4, 7.3). */
const INHERITED = /^(?:fill|stroke|color)$/i;
/** Values that only paints accept, not the other properties of {@link COLORS} (SVG 2, 13.2). */
const PAINT = /^(?:none|context-fill|context-stroke)$/i;
const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
const UNSET = /^(?:unset|revert|revert-layer)$/i;
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
/**
 * Text that may be a color after later processing: XML references, functions that are replaced later, and CSS escapes.
 */
const REPLACED_LATER = /&|\\|(?:var|env|attr|if)\(/i;

const COLOR =
  /(?<![\w-])(?:(?:rebeccapurple|currentcolor)(?![\w-])|(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk)\([^()]*(?:\([^()]*\)[^()]*)*\))/gi;

const TAG = /<(?:!--|!\[CDATA\[|\?|[A-Za-z_][^\s<>"'/]*)/g;
const ATTRIBUTE = /\s*([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/y;
const DECLARATION = /(^|[;{]|\*\/)(\s*)(fill|stroke|stop-color|flood-color|lighting-color|color)(\s*:)([^;{}]*)/gi;
const SEPARATOR = /[;{]/g;
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };

/** An SVG file with converted colors that the SVG renderer can read. */
export interface ReadableColors {
  /** The file; the same object if no color changed. */
  readonly bytes: Uint8Array;
  /** The first removed functions and values, for example `color-mix()` or `fill reddish`. */
  readonly dropped: readonly string[];
}

/**
 * Converts colors of CSS Color 4 to sRGB in presentation attributes, `style` attributes, and style sheets. Removes
 * attributes and declarations with an invalid color, because the SVG renderer would draw black. As in browsers, an
 * earlier declaration, the inherited color, or the default then applies (CSS Syntax 3, 2.2). Keeps values with `var()`
 * and system colors. Returns the same bytes if no color changes.
 */
export function readableColors(bytes: Uint8Array): ReadableColors {
  const changes: ColorChanges = { dropped: new Set(), hasCurrentColor: false, hasInvalid: false };
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
 * `currentcolor` in another case, 3 for invalid values, and 0 if no color changes. Calls `pause` between steps, so that
 * other tasks can run.
 */
export async function colorConversion(bytes: Uint8Array, pause: () => Promise<void>): Promise<0 | 1 | 2 | 3> {
  const changes: ColorChanges = { dropped: new Set(), hasCurrentColor: false, hasInvalid: false };
  let isChanged = false;
  for (const replacement of readingReplacements(bytes, changes)) {
    if (changes.hasInvalid) return 3;
    if (replacement === null) await pause();
    else isChanged = true;
  }
  if (!isChanged) return 0;
  return changes.hasCurrentColor ? 2 : 1;
}

/** The changes that a conversion has made so far. */
interface ColorChanges {
  /** The first {@link MAX_DROPPED} removed functions and values. */
  readonly dropped: Set<string>;
  /** Whether `currentColor` was written in another case. */
  hasCurrentColor: boolean;
  /** Whether the file has an invalid value that is not a color function. */
  hasInvalid: boolean;
}

const MAX_DROPPED = 100;

function drop({ dropped }: ColorChanges, name: string): null {
  if (dropped.size < MAX_DROPPED) dropped.add(name);
  return null;
}

const CURRENT_COLOR = 'currentColor';

/** A changed part of the text of a file. */
interface Replacement {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly value: string;
}

/** The number of characters per step. A step takes several milliseconds. */
const STEP = 256 * 1024;

/**
 * Yields the replacements in order, and null at the end of each step, where the caller can pause. Returns the text of
 * the file with one character per byte.
 */
function* readingReplacements(bytes: Uint8Array, changes: ColorChanges): Generator<Replacement | null, string> {
  const text = yield* readingText(bytes);
  let [at, paused] = [0, 0];
  for (;;) {
    if (at - paused >= STEP) {
      paused = at;
      yield null;
    }
    // Set the offset in each iteration, because the expression may have read another file during a pause.
    TAG.lastIndex = at;
    const begin = TAG.exec(text)?.[0];
    if (begin === undefined) return text;
    at = TAG.lastIndex;
    const end = ENDS[begin];
    if (end !== undefined) {
      at = offsetAfter(text, end, at);
      continue;
    }
    const attributesEnd = yield* readingAttributes(text, at, ANIMATIONS.test(begin), changes);
    at = offsetAfter(text, '>', attributesEnd);
    if (!/^<(?:[^:]*:)?style$/.test(begin) || text[at - 2] === '/') continue;
    const close = text.indexOf('</', at);
    const sheetEnd = close < 0 ? text.length : close;
    yield* readingStyle(text, at, sheetEnd, changes);
    at = sheetEnd;
  }
}

function* readingText(bytes: Uint8Array): Generator<null, string> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) {
    if (at > 0) yield null;
    parts.push(latin1(bytes.subarray(at, at + STEP)));
  }
  return parts.join('');
}

/** Reads the attributes of a tag. Returns the offset after the attributes. */
function* readingAttributes(
  text: string,
  start: number,
  isAnimation: boolean,
  changes: ColorChanges,
): Generator<Replacement | null, number> {
  let [at, paused] = [start, start];
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null) return at;
    const [written, name = '', quoted = ''] = match;
    const end = at + written.length;
    const valueStart = end - quoted.length + 1;
    if (name === 'style') yield* readingStyle(text, valueStart, end - 1, changes);
    else if (COLORS.has(name) && !isAnimation) {
      const value = quoted.slice(1, -1);
      // Only declarations support `!important`, so an attribute with `!` is invalid.
      const color = value.includes('!') ? invalid(changes, name, value) : readableValue(name, value, changes);
      if (color === null) yield { text, from: at, to: end, value: '' };
      else if (color !== value) yield { text, from: valueStart, to: end - 1, value: color };
    }
    at = end;
    if (at - paused < STEP) continue;
    paused = at;
    yield null;
  }
}

/** Reads declarations in steps. Ends a step before a `;` or a `{`, because a step must not split a declaration. */
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
  return css.replace(
    DECLARATION,
    (_, before: string, space: string, property: string, colon: string, value: string) => {
      const color = readableValue(property, value, changes);
      return color === null ? `${before}${space}` : `${before}${space}${property}${colon}${color}`;
    },
  );
}

/**
 * Converts the colors of a value. Returns null if the value is invalid or contains a color that cannot be converted.
 */
function readableValue(property: string, value: string, changes: ColorChanges): string | null {
  // Keep a value with `var()`, which is valid until the variable is replaced (CSS Custom Properties 1, 3.1).
  if (REPLACED_LATER.test(value)) return value;
  const plain = value.includes('/*') ? value.replace(/\/\*[^*]*\*\//g, ' ') : value;
  // Keep a value that ends within a comment or a string, and a declaration inside a comment.
  if (/\/\*|\*\/|["'][^"']*$/.test(plain.replace(/(["'])[^"']*\1/g, ''))) return value;
  let isReadable = true;
  const converted = plain.replace(COLOR, (written: string, name: string | undefined) => {
    if (/^currentcolor$/i.test(written)) {
      if (written !== CURRENT_COLOR) changes.hasCurrentColor = true;
      return CURRENT_COLOR;
    }
    if (COLOR_FUNCTION.test(written)) return written;
    const color = cssColor(written);
    if (color !== null) return color;
    drop(changes, `${(name ?? written).toLowerCase()}()`);
    isReadable = false;
    return written;
  });
  if (!isReadable) return null;
  const [, color = '', end = ''] = /^([^!]*)(.*)$/s.exec(converted) ?? [];
  if (INHERITED.test(property) && UNSET.test(color.trim())) {
    changes.hasInvalid = true;
    return `inherit${end}`;
  }
  if (isColor(property.toLowerCase(), color.trim())) {
    if (plain !== value) changes.hasInvalid = true;
    return converted;
  }
  return invalid(changes, property, plain.trim());
}

/** Records an invalid value. Reports it unless it is empty, because an empty value commonly means no value. */
function invalid(changes: ColorChanges, property: string, value: string): null {
  changes.hasInvalid = true;
  return value === '' ? null : drop(changes, `${property} ${value}`);
}

/**
 * Returns whether a value is valid in browsers: a color, a keyword, or for a paint also a reference with an optional
 * color (SVG 2, 13.2). Does not check the arguments of functions.
 */
function isColor(property: string, value: string): boolean {
  const isPaint = property === 'fill' || property === 'stroke';
  if (isPaint && /^url\(/i.test(value)) {
    const rest = afterReference(value);
    return rest === null || rest === '' || isColor(property, rest);
  }
  if (HEX.test(value) || WIDE.test(value) || value === CURRENT_COLOR || (isPaint && PAINT.test(value))) return true;
  // Ignore the color profile of SVG 1.1, as browsers do.
  const [color = ''] = value.toLowerCase().split(' icc-color(');
  if (color.includes('(')) return /^[a-z-]+\(/.test(color);
  return COLOR_NAMES.has(color) || SYSTEM_COLORS.has(color) || HEX.test(color);
}

/** Returns the text after a reference such as `url("#a")`; null if the reference is not closed. */
function afterReference(value: string): string | null {
  const [reference] = /^url\((?:[^"')]*|\s*"[^"]*"\s*|\s*'[^']*'\s*)\)/i.exec(value) ?? [];
  return reference === undefined ? null : value.slice(reference.length).trim();
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
