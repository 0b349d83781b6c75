import { type Statement, statement } from '../../statements/statement.ts';
import type { ProblemCode } from '../../template/document/problem.ts';

/** The platform's own; neither the DOM's nor Node's types are known here. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** Text, or the reason why there is none and how far the text before it reaches. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly says: Statement; readonly before: string };

/**
 * Decodes UTF-8 (with or without a byte order mark), or UTF-16 with one. The mark stays in the text, so that a splice
 * keeps it. Text that came as UTF-16 is UTF-8 as soon as anybody stores it again, so its declaration is made to say so,
 * in the same length: offsets are those of the file.
 */
export function decodeTemplate(bytes: Uint8Array): Decoded {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff]))
    return refused(statement('xml/utf-32'), '');
  if (startsWith(bytes, [0xff, 0xfe])) return decodeUtf16(bytes, 0);
  if (startsWith(bytes, [0xfe, 0xff])) return decodeUtf16(bytes, 1);
  if (startsWith(bytes, [0x3c, 0]) || startsWith(bytes, [0, 0x3c]))
    return refused(statement('xml/utf-16-without-mark'), '');
  return decodeUtf8(bytes);
}

/** The stretch of the declared encoding in an XML declaration at the beginning of the text, and its name. */
export function declaredEncoding(text: string): { readonly start: number; readonly name: string } | null {
  const match =
    /^(\uFEFF?<\?xml[ \t\r\n][^>]{0,200}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*)(["'])([^"'>]{0,100})\2/.exec(text);
  return match === null ? null : { start: (match[1] ?? '').length + 1, name: match[3] ?? '' };
}

/** UTF-8 by any of its spellings. */
export function isUtf8Name(name: string): boolean {
  return /^utf-?8$/i.test(name);
}

function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { kind: 'text', text: decode(bytes) };
  } catch {
    // Only bytes that are not UTF-8 make the decoder throw; where they are, it does not say.
    const valid = validUtf8Length(bytes);
    const before = decode(bytes.subarray(0, valid));
    const declared = declaredEncoding(before)?.name ?? null;
    const byte = (bytes[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    if (declared !== null && !isUtf8Name(declared))
      return refused(statement('xml/other-encoding', { declared }), before);
    return refused(statement('xml/not-utf-8', { byte: `0x${byte}` }), before);
  }
}

function decodeUtf16(bytes: Uint8Array, lowByte: 0 | 1): Decoded {
  if (bytes.length % 2 === 1) return refused(statement('xml/utf-16-half'), '');
  const text = utf16Text(bytes, lowByte);
  const declared = declaredEncoding(text);
  if (declared === null || isUtf8Name(declared.name)) return { kind: 'text', text };
  if (!/^utf-?16(?:[lb]e)?$/i.test(declared.name))
    return refused(statement('xml/utf-16-declared-otherwise', { declared: declared.name }), '');
  const end = declared.start + declared.name.length;
  const quote = text.charAt(end);
  const said = `UTF-8${quote}${' '.repeat(declared.name.length - 'UTF-8'.length)}`;
  return { kind: 'text', text: text.slice(0, declared.start) + said + text.slice(end + 1) };
}

/** Not by `TextDecoder`, which has halves of surrogate pairs replaced or says nothing about their place. */
function utf16Text(bytes: Uint8Array, lowByte: 0 | 1): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += 16_384) {
    const units: number[] = [];
    for (let at = from; at < Math.min(from + 16_384, bytes.length); at += 2)
      units.push((bytes[at + lowByte] ?? 0) | ((bytes[at + 1 - lowByte] ?? 0) << 8));
    parts.push(String.fromCharCode(...units));
  }
  return parts.join('');
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** How many bytes from the beginning are whole, well-formed UTF-8 characters (Unicode, table 3-7). */
function validUtf8Length(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return isContinuation(second) ? 2 : 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest || !isContinuation(bytes[at + 2] ?? 0)) return 0;
  if (lead < 0xf0) return 3;
  return isContinuation(bytes[at + 3] ?? 0) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, index) => bytes[index] === byte);
}

function refused(says: Statement, before: string): Decoded {
  return { kind: 'refused', code: 'xml/encoding', says, before };
}
