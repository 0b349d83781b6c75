import { holds } from '../../lib/byte-match.ts';

/** Which tables a font has. */
export interface FontTables {
  readonly format: 'TrueType' | 'OpenType' | 'WOFF2';
  /** Bytes of each, unpacked. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Where each begins in the file; null where they are compressed. */
  readonly offsets: ReadonlyMap<string, number> | null;
  /** The stream that holds all tables of WOFF2. */
  readonly packed: PackedTables | null;
}

/** Tables in a stream of Brotli (WOFF2, 5). */
export interface PackedTables {
  /** Where the stream begins in the file, and its bytes. */
  readonly start: number;
  readonly length: number;
  /** Where each table begins once the stream is unpacked, and the bytes of all. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly size: number;
}

/** Tables that WOFF2 names by a number (WOFF2, 5.1); those that nobody asks for are left out. */
const KNOWN: ReadonlyMap<number, string> = new Map([
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
/** The number of a table that is written out. */
const WRITTEN = 63;

/** The directory of a font, of a collection's first; null of other files. Throws RangeError where it ends early. */
export function readTables(bytes: Uint8Array): FontTables | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (holds(bytes, 0, 'wOF2')) return readCompressed(data);
  const start = holds(bytes, 0, 'ttcf') ? data.getUint32(12) : 0;
  const format = holds(bytes, start, 'OTTO') ? 'OpenType' : 'TrueType';
  if (format === 'TrueType' && !holds(bytes, start, '\0\x01\0\0') && !holds(bytes, start, 'true')) return null;
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

/** WOFF2, 4.1 and 5. */
function readCompressed(data: DataView): FontTables {
  if (data.getUint32(8) > data.byteLength) throw new RangeError('the file ends early');
  const [sizes, offsets] = [new Map<string, number>(), new Map<string, number>()];
  let size = 0;
  // A collection lists the tables of all its faces in the same way.
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
    const known = flags & 63;
    const tag = known === WRITTEN ? tagAt(data, at) : (KNOWN.get(known) ?? `table ${known}`);
    if (known === WRITTEN) at += 4;
    const unpacked = number();
    sizes.set(tag, (sizes.get(tag) ?? 0) + unpacked);
    if (!offsets.has(tag)) offsets.set(tag, size);
    // Glyphs and their places are transformed but in version 3, all other tables but in version 0 they are not.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? flags >> 6 !== 3 : flags >> 6 !== 0;
    size += isTransformed ? number() : unpacked;
  }
  // Behind the directory of a collection comes the list of its faces.
  const isCollection = tagAt(data, 4) === 'ttcf';
  const packed = isCollection ? null : { start: at, length: data.getUint32(20), offsets, size };
  return { format: 'WOFF2', sizes, offsets: null, packed };
}

function tagAt(data: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => data.getUint8(at + index)));
}
