import { holds } from '../../lib/byte-match.ts';
import type { Size } from '../../template/values/placement.ts';

/** The element that an SVG file begins with. */
export interface SvgRoot {
  /** Its natural size in pixels, fractions allowed. */
  readonly size: Size;
  /** Where its name ends, and where its start tag goes on behind the attributes. */
  readonly nameEnd: number;
  readonly attributesEnd: number;
  readonly attributes: readonly SvgAttribute[];
  /** What of its user space is shown; null where it says none that has a size. */
  readonly viewBox: Size | null;
}

interface SvgAttribute {
  readonly name: string;
  readonly value: string;
  /** As it is written, white space before it included. */
  readonly written: string;
}

/** So much may stand before the root, and in its tag: editors put licences and declarations there. */
const HEAD_BYTES = 2 ** 20;
/** Of a length: with more characters, looking for its figures would take as long as that many squared. */
const MOST_LENGTH = 100;
/** CSS 2.2, 10.3.2: what has no size of its own. */
const USUAL: Size = { width: 300, height: 150 };
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
 * The root of an SVG file: behind a byte order mark, white space, declarations, comments and a document type; null of
 * any other file, and of one that is not in UTF-8.
 */
export function svgRoot(bytes: Uint8Array): SvgRoot | null {
  const start = holds(bytes, 0, '\xef\xbb\xbf') ? 3 : 0;
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
  return size.width > 0 && size.height > 0 ? { size, nameEnd, attributesEnd, attributes, viewBox } : null;
}

/**
 * The encoding of an SVG file that is not UTF-8: by its byte order mark, by the zeros of UTF-16, or as declared. Null for
 * UTF-8, for ASCII, and without a declaration.
 */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'UTF-16';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'UTF-16';
  const head = latin1(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(head)?.[1] ?? null;
  return declared === null || /^(?:utf-?8|us-ascii)$/i.test(declared) ? null : declared;
}

/** Whether a file is SVG in UTF-16. */
export function isUtf16Svg(bytes: Uint8Array): boolean {
  if (declaredEncoding(bytes) !== 'UTF-16') return false;
  return /<(?:[\w.-]+:)?svg[\s/>]/.test(latin1(bytes.subarray(0, 65_536)).replaceAll('\0', ''));
}

/** The same file with a root of so many pixels, all of its picture in them. */
export function sizedSvg(bytes: Uint8Array, root: SvgRoot, { width, height }: Size): Uint8Array {
  const { size, viewBox } = root;
  const replaced = new Set(['width', 'height', ...(viewBox === null ? ['viewBox'] : [])]);
  const kept = root.attributes.filter(({ name }) => !replaced.has(name));
  const shape = viewBox ?? size;
  const isSameShape =
    Math.abs(shape.width * size.height - shape.height * size.width) < 1e-3 * shape.width * size.height;
  // Of whole pixels the shape is another by a fraction, which would leave a soft edge on two sides.
  const fills = isSameShape && !kept.some(({ name }) => name === 'preserveAspectRatio');
  const attributes = [
    ` width="${width}" height="${height}"`,
    ...(viewBox === null ? [` viewBox="0 0 ${size.width} ${size.height}"`] : []),
    ...(fills ? [' preserveAspectRatio="none"'] : []),
    ...kept.map(({ written }) => written),
  ].join('');
  const inserted = Uint8Array.from(attributes, (character) => character.charCodeAt(0));
  const rest = bytes.subarray(root.attributesEnd);
  const sized = new Uint8Array(root.nameEnd + inserted.length + rest.length);
  sized.set(bytes.subarray(0, root.nameEnd));
  sized.set(inserted, root.nameEnd);
  sized.set(rest, root.nameEnd + inserted.length);
  return sized;
}

/** Where the first element begins; below 0 where there is none. */
function prologEnd(head: string, start: number): number {
  const behind = (end: string, from: number): number => {
    const found = head.indexOf(end, from);
    return found < 0 ? head.length : found + end.length;
  };
  let at = start;
  while (at < head.length) {
    if (isSpace(head.charCodeAt(at))) at += 1;
    else if (head.startsWith('<?', at)) at = behind('?>', at);
    else if (head.startsWith('<!--', at)) at = behind('-->', at + 4);
    else if (head.startsWith('<!DOCTYPE', at)) at = doctypeEnd(head, at, behind);
    else return at;
  }
  return -1;
}

/** XML 1.0, production 28: the declarations in brackets hold quotes and comments of their own. */
function doctypeEnd(head: string, start: number, behind: (end: string, from: number) => number): number {
  let isInside = false;
  for (let at = start + 2; at < head.length; ) {
    const character = head.charAt(at);
    if (head.startsWith('<!--', at)) at = behind('-->', at + 4);
    else if (character === '"' || character === "'") at = behind(character, at + 1);
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

/** SVG 2, 8.2: the sides it says; of one alone the other follows from the view box, and of none that is its size. */
function naturalSize(width: string | null, height: string | null, viewBox: Size | null): Size {
  const around = viewBox ?? USUAL;
  const across = lengthOf(width, around.width);
  const down = lengthOf(height, around.height);
  if (across !== null && down !== null) return { width: across, height: down };
  if (across !== null)
    return { width: across, height: viewBox === null ? USUAL.height : (across * viewBox.height) / viewBox.width };
  if (down !== null)
    return { width: viewBox === null ? USUAL.width : (down * viewBox.width) / viewBox.height, height: down };
  return around;
}

function lengthOf(text: string | null, whole: number): number | null {
  if (text === null || text.length > MOST_LENGTH) return null;
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d{1,3})?)\s*([a-z]*|%)\s*$/i.exec(text);
  if (match === null) return null;
  const [, amount = '', unit = ''] = match;
  const pixels = unit === '%' ? whole / 100 : PIXELS_OF[unit.toLowerCase()];
  return pixels === undefined ? null : Number(amount) * pixels;
}

function viewBoxOf(text: string | null): Size | null {
  const numbers = (text ?? '')
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

/** The characters that stand for these bytes. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128).fill(64);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** The bytes of an address of `data:` (RFC 2397); null of any other. What is no digit of base 64 is stepped over. */
export function dataPicture(address: string): Uint8Array | null {
  const [head, isWritten] = [address.slice(0, address.indexOf(',') + 1), address.trimStart().startsWith('data:')];
  if (!isWritten || head === '') return null;
  const content = address.slice(head.length);
  if (!/;\s*base64\s*,$/i.test(head)) return latin1Bytes(percentDecoded(content));
  const bytes = new Uint8Array(Math.ceil((content.length * 3) / 4));
  let [held, bits, length] = [0, 0, 0];
  for (let at = 0; at < content.length; at++) {
    const value = VALUES[content.charCodeAt(at)] ?? 64;
    if (value === 64) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (held >> bits) & 255;
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
