/** The global of the platform. It is declared here because this folder uses no DOM or Node types. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Decodes a whole file or body. Returns null if a byte is invalid in the encoding, instead of adding replacement
 * characters. Removes the byte order mark unless `mark` is `keep`.
 */
export function decodeText(
  bytes: Uint8Array,
  encoding: TextEncoding = 'utf-8',
  mark: 'keep' | 'remove' = 'remove',
): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: mark === 'keep' }).decode(bytes);
  } catch {
    // The decoder is fatal, so it throws for bytes that are invalid in its encoding.
    return null;
  }
}

/** Returns the encoding of a byte order mark; null if there is none. */
export function encodingOfMark([first, second, third]: Uint8Array): TextEncoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Returns the first byte that is invalid in UTF-8, such as `0xFC`, and its line, counted from 1. */
export function firstBadByte(bytes: Uint8Array): { readonly byte: string; readonly line: number } {
  const at = validUtf8Length(bytes);
  let line = 1;
  for (let before = 0; before < at; before += 1)
    if (bytes[before] === 0x0a || (bytes[before] === 0x0d && bytes[before + 1] !== 0x0a)) line += 1;
  return { byte: `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`, line };
}

/** Returns the length in bytes of the valid UTF-8 at the beginning (Unicode, table 3-7). */
export function validUtf8Length(bytes: Uint8Array): number {
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
