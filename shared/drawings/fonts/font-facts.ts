import { holds } from '../../lib/byte-match.ts';
import { drawingLimits } from '../drawing/drawing.ts';
import { type FontTables, type PackedTables, readTables } from './font-tables.ts';
import { isSoundFont } from './sound-font.ts';

/** What a font file is. */
export interface FontFacts {
  readonly format: 'TrueType' | 'OpenType' | 'WOFF2';
  /** Null where the file does not say it, or says it only compressed (WOFF2). */
  readonly family: string | null;
  /** The weights that it can be drawn in, 1 to 1000: of most fonts one. Null where it says so only compressed. */
  readonly weights: { readonly least: number; readonly most: number } | null;
  readonly style: 'normal' | 'italic' | null;
  /** Whether it can be set to a weight. */
  readonly isVariable: boolean;
  /** Whether its coloured pictures are only in SVG, which nobody here draws: such a font may have nothing else to show. */
  readonly hasOnlySvgColors: boolean;
}

/** All tables of a compressed font together, before it is unpacked. */
const MOST_UNPACKED = 2 * drawingLimits.fontBytes;

/** What the bytes of a file say of the font in it, of a collection's first; null where it is none that a film takes. */
export function fontFacts(bytes: Uint8Array): FontFacts | null {
  try {
    const tables = readTables(bytes);
    if (tables === null || !tables.sizes.has('cmap') || !tables.sizes.has('head')) return null;
    // One that says to be larger than this was made to fill memory.
    const unpacked = [...tables.sizes.values()].reduce((sum, size) => sum + size, 0);
    if (unpacked > MOST_UNPACKED && tables.format === 'WOFF2') return null;
    return factsIn(bytes, tables);
  } catch (error) {
    // It ends within its tables, so nothing could be drawn of it.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether drawing a font has an end, as far as it can be seen in its tables; see `isSoundFont`. */
export function isDrawableFont(bytes: Uint8Array): boolean {
  try {
    const tables = readTables(bytes);
    return tables !== null && isSoundFont(bytes, tables);
  } catch (error) {
    // A table ends within what it says.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function factsIn(bytes: Uint8Array, { format, sizes, offsets }: FontTables): FontFacts {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [name, os2] = ['name', 'OS/2'].map((tag) => offsets?.get(tag));
  const isVariable = sizes.has('fvar');
  const isColored = ['COLR', 'CBDT', 'sbix'].some((tag) => sizes.has(tag));
  return {
    format,
    family: name === undefined ? null : familyIn(data, name),
    weights: offsets === null ? null : weightsIn(bytes, offsets),
    // Bit 0 of `fsSelection`.
    style: offsets === null ? null : os2 !== undefined && data.getUint16(os2 + 62) & 1 ? 'italic' : 'normal',
    isVariable,
    hasOnlySvgColors: sizes.has('SVG ') && !isColored,
  };
}

/** The compressed tables of a WOFF2 font with one weight, which its facts do not say; null of other files. */
export function packedTables(bytes: Uint8Array): PackedTables | null {
  const { isVariable, weights } = fontFacts(bytes) ?? { isVariable: true, weights: null };
  return isVariable || weights !== null ? null : (readTables(bytes)?.packed ?? null);
}

/** The weights of a font by its tables. Throws RangeError where a table ends early. */
export function weightsIn(bytes: Uint8Array, offsets: ReadonlyMap<string, number>): NonNullable<FontFacts['weights']> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [os2, variations] = ['OS/2', 'fvar'].map((tag) => offsets.get(tag));
  const weight = os2 === undefined ? 400 : Math.min(1000, Math.max(1, data.getUint16(os2 + 4)));
  const axis = variations === undefined ? null : weightAxis(bytes, data, variations);
  return axis ?? { least: weight, most: weight };
}

/** The range of the axis `wght` (OpenType, fvar). */
function weightAxis(bytes: Uint8Array, data: DataView, table: number): FontFacts['weights'] {
  const [first, count, size] = [data.getUint16(table + 4), data.getUint16(table + 8), data.getUint16(table + 10)];
  for (let axis = 0; axis < count; axis++) {
    const at = table + first + axis * size;
    if (!holds(bytes, at, 'wght')) continue;
    // Numbers of 16.16.
    return { least: data.getInt32(at + 4) / 65536, most: data.getInt32(at + 12) / 65536 };
  }
  return null;
}

/** Numbers of the names that say a family: the one that applications group by goes first. */
const FAMILY_NAMES = [16, 1] as const;
const UNICODE = 0;
const WINDOWS = 3;

/** The family that a font's table of names has; null where it says none. Throws RangeError where the table ends early. */
function familyIn(data: DataView, table: number): string | null {
  const records = Array.from({ length: data.getUint16(table + 2) }, (_, index) => table + 6 + 12 * index);
  const strings = table + data.getUint16(table + 4);
  for (const requested of FAMILY_NAMES) {
    const record = records.find((at) => data.getUint16(at + 6) === requested && isUnicode(data.getUint16(at)));
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
