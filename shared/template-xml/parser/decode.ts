import { decodeText, validUtf8Length } from '../../lib/decode-text.ts';
import { type Message, message } from '../../messages/message.ts';
import type { ProblemCode } from '../../template/document/problem.ts';

/** The decoded text. If it is refused, the reason and the text before the error. */
export type DecodedTemplate =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly says: Message; readonly before: string };

/**
 * Decodes UTF-8 with or without a byte order mark, or UTF-16 with a byte order mark. Keeps the mark in the text,
 * because splices must preserve it. UTF-16 input is later stored as UTF-8, so its encoding declaration is changed to
 * UTF-8. The declaration keeps its length, so that offsets match the file.
 */
export function decodeTemplate(bytes: Uint8Array): DecodedTemplate {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff]))
    return refused(message('xml/utf-32'), '');
  if (startsWith(bytes, [0xff, 0xfe])) return decodeUtf16(bytes, 0);
  if (startsWith(bytes, [0xfe, 0xff])) return decodeUtf16(bytes, 1);
  if (startsWith(bytes, [0x3c, 0]) || startsWith(bytes, [0, 0x3c]))
    return refused(message('xml/utf-16-without-mark'), '');
  return decodeUtf8(bytes);
}

/** Returns the position and the name of the encoding in the XML declaration; null without an encoding. */
export function declaredEncoding(text: string): { readonly start: number; readonly name: string } | null {
  const match =
    /^(\uFEFF?<\?xml[ \t\r\n][^>]{0,200}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*)(["'])([^"'>]{0,100})\2/.exec(text);
  return match === null ? null : { start: (match[1] ?? '').length + 1, name: match[3] ?? '' };
}

/** Returns whether a name means UTF-8, in any spelling. */
export function isUtf8Name(name: string): boolean {
  return /^utf-?8$/i.test(name);
}

function decodeUtf8(bytes: Uint8Array): DecodedTemplate {
  const text = decodeText(bytes, 'utf-8', 'keep');
  if (text !== null) return { kind: 'text', text };
  const valid = validUtf8Length(bytes);
  const before = decodeText(bytes.subarray(0, valid), 'utf-8', 'keep') ?? '';
  const declared = declaredEncoding(before)?.name ?? null;
  const byte = (bytes[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  if (declared !== null && !isUtf8Name(declared)) return refused(message('xml/other-encoding', { declared }), before);
  return refused(message('xml/not-utf-8', { byte: `0x${byte}` }), before);
}

function decodeUtf16(bytes: Uint8Array, lowByte: 0 | 1): DecodedTemplate {
  if (bytes.length % 2 === 1) return refused(message('xml/utf-16-half'), '');
  const text = utf16Text(bytes, lowByte);
  const declared = declaredEncoding(text);
  if (declared === null) return { kind: 'text', text };
  // Refuse a wrong encoding: "It is a fatal error … for an entity including an encoding declaration to be presented to
  // the XML processor in an encoding other than that named in the declaration" (XML 1.0, 4.3.3).
  if (!/^utf-?16(?:[lb]e)?$/i.test(declared.name))
    return refused(message('xml/utf-16-declared-otherwise', { declared: declared.name }), '');
  const end = declared.start + declared.name.length;
  const quote = text.charAt(end);
  const declaration = `UTF-8${quote}${' '.repeat(declared.name.length - 'UTF-8'.length)}`;
  return { kind: 'text', text: text.slice(0, declared.start) + declaration + text.slice(end + 1) };
}

/**
 * Decodes UTF-16. `TextDecoder` is not suitable for this: it either replaces lone surrogates or throws without their
 * position.
 */
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

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, index) => bytes[index] === byte);
}

function refused(says: Message, before: string): DecodedTemplate {
  return { kind: 'refused', code: 'xml/encoding', says, before };
}
