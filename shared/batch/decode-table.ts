import { hasTextAt } from '../lib/byte-match.ts';
import { decodeText, encodingOfMark, firstBadByte, type TextEncoding, validUtf8Length } from '../lib/decode-text.ts';
import { err, ok, type Result } from '../lib/result.ts';

/** The supported encodings of a table. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const satisfies readonly TextEncoding[];
export type Encoding = (typeof encodings)[number];

/** Kinds of files that users confuse with text tables. */
export type OtherKind = 'excel' | 'old-excel' | 'open-document' | 'numbers' | 'zip' | 'pdf' | 'web-page' | 'binary';

/** The reason why a file is not text. */
export type EncodingFault =
  | { readonly kind: 'other-file'; readonly is: OtherKind }
  /** The line of the first NUL in a file that otherwise contains only text. */
  | { readonly kind: 'nul'; readonly line: number }
  /** The first invalid byte and its line for UTF-8; null for other encodings. */
  | { readonly kind: 'encoding'; readonly encoding: Encoding; readonly bad: ReturnType<typeof firstBadByte> | null };

/** Decodes a file and removes its byte order mark. Guesses the encoding if `encoding` is null. */
export function decodeTable(
  bytes: Uint8Array,
  requested: Encoding | null,
): Result<{ readonly text: string; readonly encoding: Encoding }, EncodingFault> {
  const other = otherKind(bytes);
  if (other !== null) return err({ kind: 'other-file', is: other });
  const encoding = requested ?? guessEncoding(bytes);
  const text = decodeText(bytes, encoding);
  if (text === null) return err({ kind: 'encoding', encoding, bad: encoding === 'utf-8' ? firstBadByte(bytes) : null });
  const nul = text.indexOf('\0');
  if (nul < 0) return ok({ text, encoding });
  if (BINARY.test(text)) return err({ kind: 'other-file', is: 'binary' });
  return err({ kind: 'nul', line: text.slice(0, nul).split(/\r\n|\r|\n/).length });
}

/** Matches binary content: a NUL at the start, or a control character that tables never contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: binary files contain them
const BINARY = /^\0|[\u0001-\u0008\u000e-\u0019\u001c-\u001f]/;

/**
 * Guesses the encoding of a file from its byte order mark or its zero bytes. Otherwise, the encoding is UTF-8 if the
 * bytes are valid, or Windows-1252, which older programs write.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return marked;
  const zeros = zerosIn(bytes.subarray(0, 4096));
  if (zeros.odd > zeros.even * 4 && zeros.odd > zeros.pairs / 4) return 'utf-16le';
  if (zeros.even > zeros.odd * 4 && zeros.even > zeros.pairs / 4) return 'utf-16be';
  return decodeText(bytes) === null && !hasFewBadLines(bytes) ? 'windows-1252' : 'utf-8';
}

/**
 * The minimum number of lines per invalid line in a UTF-8 file. A file with more invalid lines is read as Windows-1252.
 */
const LINES_PER_BAD_LINE = 1_000;

/**
 * Returns whether a file has valid UTF-8 letters, and less than one invalid line per {@link LINES_PER_BAD_LINE} lines.
 */
function hasFewBadLines(bytes: Uint8Array): boolean {
  let [lines, badLines, from] = [0, 0, 0];
  let hasOther = false;
  while (from < bytes.length) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    if (validUtf8Length(line) < line.length) badLines += 1;
    else if (line.some((byte) => byte > 0x7f)) hasOther = true;
    lines += 1;
    from += line.length;
  }
  return hasOther && badLines * LINES_PER_BAD_LINE < lines;
}

/** Signatures of files that are not text tables. */
const SIGNATURES: readonly (readonly [bytes: string, kind: OtherKind])[] = [
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'old-excel'],
  ['%PDF-', 'pdf'],
  ['\x89PNG', 'binary'],
  ['\xff\xd8\xff', 'binary'],
  ['GIF8', 'binary'],
  ['\x1f\x8b', 'binary'],
  ['SQLite format 3', 'binary'],
  ['{\\rtf', 'binary'],
];
/** Entry names in a zip file that identify the program that wrote it. */
const ENTRIES: readonly (readonly [name: string, kind: OtherKind])[] = [
  ['xl/workbook', 'excel'],
  ['xl/worksheets', 'excel'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'open-document'],
  ['Index/', 'numbers'],
];
/** The number of bytes at both ends of a zip file that are searched for entry names. */
const ZIP_REACH = 64 * 1024;

/**
 * Returns the kind of a file that is not a text table; null if the file can be a text table. Web pages often have the
 * extension `.xls`.
 */
export function otherKind(bytes: Uint8Array): OtherKind | null {
  const signatureEntry = SIGNATURES.find(([signature]) => hasTextAt(bytes, 0, signature));
  if (signatureEntry !== undefined) return signatureEntry[1];
  const zip = zipIn(bytes);
  if (zip !== null) {
    const names = latin1(zip.subarray(0, ZIP_REACH)) + latin1(zip.subarray(Math.max(0, zip.length - ZIP_REACH)));
    return ENTRIES.find(([name]) => names.includes(name))?.[1] ?? 'zip';
  }
  const start = latin1(bytes.subarray(0, 256)).replace(/^\xef\xbb\xbf/, '');
  return /^\s*<(?:!doctype|html|table|\?xml)\b/i.test(start) ? 'web-page' : null;
}

/** The end of a zip file: its size in bytes without a comment, and the maximum size of the comment. */
const ZIP_END = 22;
const MAX_COMMENT = 0xff_ff;

/**
 * Returns the zip file in a file; null if there is none. Other bytes can precede and follow it, for example a byte order
 * mark, the head of a multipart message, or a program that unpacks it. As in `unzip`, the end of the zip file shows where
 * it begins.
 */
export function zipIn(bytes: Uint8Array): Uint8Array | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let end = bytes.length - ZIP_END; end >= Math.max(0, bytes.length - ZIP_END - MAX_COMMENT); end--) {
    if (!hasTextAt(bytes, end, 'PK\x05\x06')) continue;
    const directory = end - data.getUint32(end + 12, true);
    const start = directory - data.getUint32(end + 16, true);
    const until = Math.min(bytes.length, end + ZIP_END + data.getUint16(end + 20, true));
    // In a file with 64-bit positions, the numbers in this record are invalid.
    if (start >= 0 && hasTextAt(bytes, directory, 'PK\x01\x02')) return bytes.subarray(start, until);
  }
  return hasTextAt(bytes, 0, 'PK\x03\x04') || hasTextAt(bytes, 0, 'PK\x05\x06') ? bytes : null;
}

/** Returns whether a file is a flat OpenDocument file (FODS). */
export function isFlatSpreadsheet(bytes: Uint8Array): boolean {
  const start = latin1(bytes.subarray(0, 4096));
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|office:document)/.test(start) && start.includes('opendocument:xmlns:office');
}

/** Returns whether a file may be a workbook or a file that users confuse with one. The service reads these files. */
export function mayBeWorkbook(bytes: Uint8Array): boolean {
  const kind = otherKind(bytes);
  const isArchive = kind === 'excel' || kind === 'open-document' || kind === 'numbers' || kind === 'zip';
  return isArchive || kind === 'old-excel' || isFlatSpreadsheet(bytes);
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return text;
}

/** Counts the zero bytes at even and at odd offsets. In UTF-16, each western letter has one zero byte. */
function zerosIn(bytes: Uint8Array): { readonly even: number; readonly odd: number; readonly pairs: number } {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even, odd, pairs: bytes.length / 2 };
}
