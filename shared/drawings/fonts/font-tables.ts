import { hasTextAt } from '../../lib/byte-match.ts';

/** The table directory of a font. */
export interface FontTables {
  readonly format: 'TrueType' | 'OpenType' | 'WOFF2';
  /** The unpacked size of each table, in bytes. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The offset of each table in the file; null if the tables are compressed. */
  readonly offsets: ReadonlyMap<string, number> | null;
  /** The compressed stream with all tables of a WOFF2 file; null for other files and for collections. */
  readonly packed: PackedTables | null;
}

/** Tables in a Brotli stream (WOFF2, 5). */
export interface PackedTables {
  /** The offset of the stream in the file. */
  readonly start: number;
  /** The length of the stream in bytes. */
  readonly length: number;
  /** The offset of each table in the unpacked stream. */
  readonly offsets: ReadonlyMap<string, number>;
  /** The size of the unpacked stream. */
  readonly size: number;
}

/** The names of the tables that the program reads, by their numbers in WOFF2 (WOFF2, 5.1). */
const KNOWN_TAGS: ReadonlyMap<number, string> = new Map([
  [0, 'cmap'],
  [1, 'head'],
  [5, 'name'],
  [6, 'OS/2'],
  [10, 'glyf'],
  [11, 'loca'],
  [13, 'CFF '],
  [32, 'CBDT'],
  [34, 'COLR'],
  [36, 'SVG '],
  [37, 'sbix'],
  [47, 'fvar'],
]);
/** The number that precedes a table name written in full (WOFF2, 5.1). */
const ARBITRARY_TAG = 63;

/**
 * Reads the directory of a font, or of the first font of a collection. Returns null for other files. Throws RangeError
 * if the directory ends early.
 */
export function readTables(bytes: Uint8Array): FontTables | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasTextAt(bytes, 0, 'wOF2')) return readCompressed(data);
  const start = hasTextAt(bytes, 0, 'ttcf') ? data.getUint32(12) : 0;
  const format = hasTextAt(bytes, start, 'OTTO') ? 'OpenType' : 'TrueType';
  if (format === 'TrueType' && !hasTextAt(bytes, start, '\0\x01\0\0') && !hasTextAt(bytes, start, 'true')) return null;
  const [sizes, offsets] = [new Map<string, number>(), new Map<string, number>()];
  for (let index = 0; index < data.getUint16(start + 4); index++) {
    const at = start + 12 + 16 * index;
    const [tag, offset, size] = [tagAt(data, at), data.getUint32(at + 8), data.getUint32(at + 12)];
    if (offset + size > bytes.length) throw new RangeError('a table ends behind the file');
    offsets.set(tag, offset);
    sizes.set(tag, size);
  }
  return { format, sizes, offsets, packed: null };
}

/** Reads a WOFF2 directory (WOFF2, 4.1 and 5). */
function readCompressed(data: DataView): FontTables {
  if (data.getUint32(8) > data.byteLength) throw new RangeError('the file ends early');
  const [sizes, offsets] = [new Map<string, number>(), new Map<string, number>()];
  let size = 0;
  // In a collection, one table list of the same format covers all fonts.
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = data.getUint8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number has too many bytes');
  };
  for (let index = 0; index < data.getUint16(12); index++) {
    const flags = data.getUint8(at++);
    const tagNumber = flags & 63;
    const tag = tagNumber === ARBITRARY_TAG ? tagAt(data, at) : (KNOWN_TAGS.get(tagNumber) ?? `table ${tagNumber}`);
    if (tagNumber === ARBITRARY_TAG) at += 4;
    const unpacked = number();
    sizes.set(tag, (sizes.get(tag) ?? 0) + unpacked);
    if (!offsets.has(tag)) offsets.set(tag, size);
    // The version shows whether a table is transformed: for `glyf` and `loca`, any version except 3; for all other
    // tables, any version except 0.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? flags >> 6 !== 3 : flags >> 6 !== 0;
    size += isTransformed ? number() : unpacked;
  }
  // In a collection, the list of fonts follows the table directory.
  const isCollection = tagAt(data, 4) === 'ttcf';
  const packed = isCollection ? null : { start: at, length: data.getUint32(20), offsets, size };
  return { format: 'WOFF2', sizes, offsets: null, packed };
}

function tagAt(data: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => data.getUint8(at + index)));
}
