import { hasTextAt } from '../../lib/byte-match.ts';
import type { Size } from '../../template/values/placement.ts';

/** The root element of an SVG file. */
export interface SvgRoot {
  /** The natural size in pixels; fractions are allowed. */
  readonly size: Size;
  /** The offsets after the name and after the attributes of the root. */
  readonly nameEnd: number;
  readonly attributesEnd: number;
  readonly attributes: readonly SvgAttribute[];
  /** The size of the view box in user space; null if the root has no valid view box. */
  readonly viewBox: Size | null;
}

interface SvgAttribute {
  readonly name: string;
  readonly value: string;
  /** The source text of the attribute, with the white space before it. */
  readonly written: string;
}

/**
 * The maximum number of bytes up to the end of the root tag. Drawing programs write licenses and declarations before
 * the tag.
 */
const HEAD_BYTES = 2 ** 20;
/**
 * The maximum number of characters of a length. A view box can be four times as long. Matching a longer attribute would
 * take quadratic time.
 */
const MAX_LENGTH = 100;
/** The default size of a replaced element (CSS 2.2, 10.3.2). */
const DEFAULT_SIZE: Size = { width: 300, height: 150 };
const PIXELS_OF: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  em: 16,
  rem: 16,
  ex: 8,
};

const ROOT = /<(?:[\w.-]+:)?svg(?=[\s/>])/y;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*("[^"<]*"|'[^'<]*')/y;
const TAG_END = /\s*\/?>/y;

/**
 * Reads the root of an SVG file. A byte order mark, white space, declarations, comments, and a document type can
 * precede the root. Returns null for other files and for encodings other than UTF-8.
 */
export function svgRoot(bytes: Uint8Array): SvgRoot | null {
  const root = anyRoot(bytes);
  return root !== null && root.size.width > 0 && root.size.height > 0 ? root : null;
}

/** Returns whether a file is an SVG whose width or height is 0. */
export function isEmptySvg(bytes: Uint8Array): boolean {
  return anyRoot(bytes) !== null && svgRoot(bytes) === null;
}

/** Reads the root as {@link svgRoot} does, but also returns a root whose width or height is 0. */
function anyRoot(bytes: Uint8Array): SvgRoot | null {
  const start = hasTextAt(bytes, 0, '\xef\xbb\xbf') ? 3 : 0;
  let first = start;
  while (isSpace(bytes[first])) first += 1;
  if (bytes[first] !== 0x3c) return null;
  const head = latin1(bytes.subarray(0, HEAD_BYTES));
  ROOT.lastIndex = prologEnd(head, first);
  const at = ROOT.lastIndex;
  if (at < 0 || !ROOT.test(head)) return null;
  const nameEnd = ROOT.lastIndex;
  const attributes: SvgAttribute[] = [];
  ATTRIBUTE.lastIndex = nameEnd;
  let attributesEnd = nameEnd;
  for (let match = ATTRIBUTE.exec(head); match !== null; match = ATTRIBUTE.exec(head)) {
    const [written, name = '', quoted = ''] = match;
    attributes.push({ name, value: quoted.slice(1, -1), written });
    attributesEnd = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = attributesEnd;
  if (!TAG_END.test(head)) return null;
  const viewBox = viewBoxOf(attributeOf(attributes, 'viewBox'));
  const size = naturalSize(attributeOf(attributes, 'width'), attributeOf(attributes, 'height'), viewBox);
  return { size, nameEnd, attributesEnd, attributes, viewBox };
}

/**
 * Returns the encoding of an SVG file that is not in UTF-8. Checks the byte order mark, the zero bytes of UTF-16, and
 * the declaration. Returns null for UTF-8, for ASCII, and without a declaration.
 */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'UTF-16';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'UTF-16';
  const head = latin1(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(head)?.[1] ?? null;
  return declared === null || /^(?:utf-?8|us-ascii)$/i.test(declared) ? null : declared;
}

/** Returns whether a file is SVG in UTF-16. */
export function isUtf16Svg(bytes: Uint8Array): boolean {
  if (declaredEncoding(bytes) !== 'UTF-16') return false;
  return /<(?:[\w.-]+:)?svg[\s/>]/.test(latin1(bytes.subarray(0, 65_536)).replaceAll('\0', ''));
}

/** Returns the file with another size of the root. The content stays the same and is scaled to the new size. */
export function sizedSvg(bytes: Uint8Array, root: SvgRoot, { width, height }: Size): Uint8Array {
  const { size, viewBox } = root;
  const replaced = new Set(['width', 'height', ...(viewBox === null ? ['viewBox'] : [])]);
  const remaining = root.attributes.filter(({ name }) => !replaced.has(name));
  const shape = viewBox ?? size;
  const isSameShape =
    Math.abs(shape.width * size.height - shape.height * size.width) < 1e-3 * shape.width * size.height;
  // Rounding to whole pixels changes the aspect ratio slightly. `preserveAspectRatio="none"` prevents a soft edge.
  const ignoresAspectRatio = isSameShape && !remaining.some(({ name }) => name === 'preserveAspectRatio');
  const attributes = [
    ` width="${width}" height="${height}"`,
    ...(viewBox === null ? [` viewBox="0 0 ${size.width} ${size.height}"`] : []),
    ...(ignoresAspectRatio ? [' preserveAspectRatio="none"'] : []),
    ...remaining.map(({ written }) => written),
  ].join('');
  const inserted = Uint8Array.from(attributes, (character) => character.charCodeAt(0));
  const rest = bytes.subarray(root.attributesEnd);
  const sized = new Uint8Array(root.nameEnd + inserted.length + rest.length);
  sized.set(bytes.subarray(0, root.nameEnd));
  sized.set(inserted, root.nameEnd);
  sized.set(rest, root.nameEnd + inserted.length);
  return sized;
}

/** The default font size of browsers. The default of the SVG renderer is 12 pixels. */
const DEFAULT_FONT_SIZE = 16;
const STEP = 256 * 1024;
/**
 * Matches a text element without font attributes, and lengths in units of the font size. A text can inherit its font
 * size from another element.
 */
const NEEDS_FONT_SIZE = /<(?:[\w.-]{1,40}:)?text(?=[\s>])(?![^<>]{0,3900}font)|\de[mx]\b/;
const OVERLAP = 4000;

/** The uses of fonts that the SVG renderer, without changes to the file, would draw differently from browsers. */
export interface FontUse {
  /** Whether the file may have lengths that depend on the default font size. */
  readonly lacksFontSize: boolean;
  /** Whether the file sets a font anywhere. */
  readonly setsFont: boolean;
  /** Whether the file has embedded SVG images and no text outside them. */
  readonly hasOnlyNestedText: boolean;
}

/** Finds the uses of fonts. Yields between steps, so that other tasks can run. */
export function* readingFontUse(bytes: Uint8Array): Generator<null, FontUse> {
  const hasRootFont = svgRoot(bytes)?.attributes.some(({ written }) => written.includes('font')) === true;
  let [needsFontSize, setsFont, hasText, hasImages] = [false, false, false, false];
  for (let at = 0; at < bytes.length; at += STEP) {
    if (at > 0) yield null;
    const part = latin1(bytes.subarray(at, at + STEP + OVERLAP));
    needsFontSize ||= NEEDS_FONT_SIZE.test(part);
    setsFont ||= part.includes('font');
    hasText ||= part.includes('text');
    hasImages ||= part.includes('image/svg');
  }
  return { lacksFontSize: needsFontSize && !hasRootFont, setsFont, hasOnlyNestedText: hasImages && !hasText };
}

/**
 * If texts of the file may need it, returns the file with the default font size of browsers on its root; otherwise the
 * same bytes. Any other font size in the file takes precedence.
 */
export function withFontSize(bytes: Uint8Array, { nameEnd }: Pick<SvgRoot, 'nameEnd'>): Uint8Array {
  const reading = readingFontUse(bytes);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  if (!step.value.lacksFontSize) return bytes;
  const inserted = Uint8Array.from(` font-size="${DEFAULT_FONT_SIZE}"`, (character) => character.charCodeAt(0));
  const sized = new Uint8Array(bytes.length + inserted.length);
  sized.set(bytes.subarray(0, nameEnd));
  sized.set(inserted, nameEnd);
  sized.set(bytes.subarray(nameEnd), nameEnd + inserted.length);
  return sized;
}

/** Returns the offset of the first element; -1 if there is none. */
function prologEnd(head: string, start: number): number {
  const endAfter = (end: string, from: number): number => {
    const endAt = head.indexOf(end, from);
    return endAt < 0 ? head.length : endAt + end.length;
  };
  let at = start;
  while (at < head.length) {
    if (isSpace(head.charCodeAt(at))) at += 1;
    else if (head.startsWith('<?', at)) at = endAfter('?>', at);
    else if (head.startsWith('<!--', at)) at = endAfter('-->', at + 4);
    else if (head.startsWith('<!DOCTYPE', at)) at = doctypeEnd(head, at, endAfter);
    else return at;
  }
  return -1;
}

/**
 * Returns the offset after a document type (XML 1.0, production 28). Its internal subset can contain quotes and
 * comments.
 */
function doctypeEnd(head: string, start: number, endAfter: (end: string, from: number) => number): number {
  let isInside = false;
  for (let at = start + 2; at < head.length; ) {
    const character = head.charAt(at);
    if (head.startsWith('<!--', at)) at = endAfter('-->', at + 4);
    else if (character === '"' || character === "'") at = endAfter(character, at + 1);
    else if (character === '>' && !isInside) return at + 1;
    else {
      if (character === '[') isInside = true;
      if (character === ']') isInside = false;
      at += 1;
    }
  }
  return head.length;
}

function attributeOf(attributes: readonly SvgAttribute[], name: string): string | null {
  return attributes.find((attribute) => attribute.name === name)?.value ?? null;
}

/**
 * Returns the natural size (SVG 2, 8.2). Computes a missing side from the view box. If both sides are missing, returns
 * the size of the view box.
 */
function naturalSize(width: string | null, height: string | null, viewBox: Size | null): Size {
  const fallback = viewBox ?? DEFAULT_SIZE;
  const across = lengthOf(width, fallback.width);
  const down = lengthOf(height, fallback.height);
  if (across !== null && down !== null) return { width: across, height: down };
  if (across !== null)
    return {
      width: across,
      height: viewBox === null ? DEFAULT_SIZE.height : (across * viewBox.height) / viewBox.width,
    };
  if (down !== null)
    return { width: viewBox === null ? DEFAULT_SIZE.width : (down * viewBox.width) / viewBox.height, height: down };
  return fallback;
}

function lengthOf(text: string | null, whole: number): number | null {
  if (text === null || text.length > MAX_LENGTH) return null;
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d{1,3})?)\s*([a-z]*|%)\s*$/i.exec(text);
  if (match === null) return null;
  const [, amount = '', unit = ''] = match;
  const pixels = unit === '%' ? whole / 100 : PIXELS_OF[unit.toLowerCase()];
  return pixels === undefined ? null : Number(amount) * pixels;
}

function viewBoxOf(text: string | null): Size | null {
  if (text === null || text.length > 4 * MAX_LENGTH) return null;
  const numbers = text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(Number);
  const [left, top, width = 0, height = 0] = numbers;
  const isWhole = numbers.length === 4 && numbers.every(Number.isFinite) && left !== undefined && top !== undefined;
  return isWhole && width > 0 && height > 0 ? { width, height } : null;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Converts bytes to a string with one character per byte. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Pass the array itself, because spreading it takes six times as long.
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 8192)));
  return parts.join('');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128).fill(64);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** Decodes a `data:` URL (RFC 2397); null for other addresses. Skips characters that are not base64. */
export function dataPicture(address: string): Uint8Array | null {
  const [head, isWritten] = [address.slice(0, address.indexOf(',') + 1), address.trimStart().startsWith('data:')];
  if (!isWritten || head === '') return null;
  const content = address.slice(head.length);
  if (!/;\s*base64\s*,$/i.test(head)) return latin1Bytes(percentDecoded(content));
  const bytes = new Uint8Array(Math.ceil((content.length * 3) / 4));
  let [buffer, bits, length] = [0, 0, 0];
  for (let at = 0; at < content.length; at++) {
    const value = VALUES[content.charCodeAt(at)] ?? 64;
    if (value === 64) continue;
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (buffer >> bits) & 255;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function percentDecoded(text: string): string {
  return text
    .replace(
      /&(?:lt|gt|quot|amp|apos);/g,
      (name) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" })[name] ?? '&',
    )
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
}
