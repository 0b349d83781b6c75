import { holds } from '../containers/byte-match.ts';

/** What a font file is. */
export interface FontFacts {
  readonly format: 'TrueType' | 'OpenType' | 'WOFF2';
  /** Null where the file does not say it, or says it only compressed (WOFF2). */
  readonly family: string | null;
}

/** Numbers of the names that say a family: the one that applications group by goes first. */
const FAMILY_NAMES = [16, 1] as const;
const UNICODE = 0;
const WINDOWS = 3;

/** What the bytes of a file say of the font in it, of a collection's first; null where it is none that a film takes. */
export function fontFacts(bytes: Uint8Array): FontFacts | null {
  if (holds(bytes, 0, 'wOF2')) return { format: 'WOFF2', family: null };
  const isCollection = holds(bytes, 0, 'ttcf');
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const start = isCollection ? data.getUint32(12) : 0;
    const format = holds(bytes, start, 'OTTO') ? 'OpenType' : 'TrueType';
    const isFont = format === 'OpenType' || holds(bytes, start, '\0\x01\0\0') || holds(bytes, start, 'true');
    const count = isFont ? data.getUint16(start + 4) : 0;
    const tables = Array.from({ length: count }, (_, index) => start + 12 + 16 * index);
    // Other files may begin with the same four bytes; a font has these tables.
    if (!tables.some((at) => holds(bytes, at, 'cmap')) || !tables.some((at) => holds(bytes, at, 'head'))) return null;
    const names = tables.find((at) => holds(bytes, at, 'name'));
    return { format, family: names === undefined ? null : familyIn(data, data.getUint32(names + 8)) };
  } catch (error) {
    // It ends within its tables, so nothing could be drawn of it.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function familyIn(data: DataView, table: number): string | null {
  const records = Array.from({ length: data.getUint16(table + 2) }, (_, index) => table + 6 + 12 * index);
  const strings = table + data.getUint16(table + 4);
  for (const wanted of FAMILY_NAMES) {
    const record = records.find((at) => data.getUint16(at + 6) === wanted && isUnicode(data.getUint16(at)));
    if (record === undefined) continue;
    const family = utf16(data, strings + data.getUint16(record + 10), data.getUint16(record + 8)).trim();
    if (family !== '') return family;
  }
  return null;
}

function isUnicode(platform: number): boolean {
  return platform === WINDOWS || platform === UNICODE;
}

function utf16(data: DataView, start: number, bytes: number): string {
  const units = Array.from({ length: bytes >> 1 }, (_, index) => data.getUint16(start + 2 * index));
  return String.fromCharCode(...units).toWellFormed();
}
