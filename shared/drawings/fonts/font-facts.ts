import { hasTextAt } from '../../lib/byte-match.ts';
import { drawingLimits } from '../drawing/drawing.ts';
import { type FontTables, type PackedTables, readTables } from './font-tables.ts';
import { isConsistentFont } from './sound-font.ts';

/** The properties of a font file. */
export interface FontFacts {
  readonly format: 'TrueType' | 'OpenType' | 'WOFF2';
  /** The family name; null if the file has no name, or has it only in compressed form (WOFF2). */
  readonly family: string | null;
  /**
   * The weights that the font supports, 1 to 1000. Most fonts support one weight. Null if the file has the weights only
   * in compressed form.
   */
  readonly weights: { readonly least: number; readonly most: number } | null;
  readonly style: 'normal' | 'italic' | null;
  readonly isVariable: boolean;
  /**
   * Whether all color glyphs of the font are SVG pictures, which are never drawn. Characters with a color glyph may
   * have no other glyph in the font.
   */
  readonly hasOnlySvgColors: boolean;
}

/** The maximum total size of the unpacked tables of a compressed font, in bytes. */
const MAX_UNPACKED_BYTES = 2 * drawingLimits.fontBytes;

/**
 * Reads the properties of a font file, or of the first font of a collection. Returns null if the file is not a
 * supported font.
 */
export function fontFacts(bytes: Uint8Array): FontFacts | null {
  try {
    const tables = readTables(bytes);
    if (tables === null || !tables.sizes.has('cmap') || !tables.sizes.has('head')) return null;
    // Refuse large declared sizes, because unpacking a small file could fill the memory.
    const unpacked = [...tables.sizes.values()].reduce((sum, size) => sum + size, 0);
    if (unpacked > MAX_UNPACKED_BYTES && tables.format === 'WOFF2') return null;
    return factsIn(bytes, tables);
  } catch (error) {
    // A table exceeds the end of the file, so the font cannot be drawn.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns whether drawing the font takes bounded time; see `isConsistentFont`. */
export function isDrawableFont(bytes: Uint8Array): boolean {
  try {
    const tables = readTables(bytes);
    return tables !== null && isConsistentFont(bytes, tables);
  } catch (error) {
    // A table is shorter than its data requires.
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
    // Bit 0 of `fsSelection` marks an italic font.
    style: offsets === null ? null : os2 !== undefined && data.getUint16(os2 + 62) & 1 ? 'italic' : 'normal',
    isVariable,
    hasOnlySvgColors: sizes.has('SVG ') && !isColored,
  };
}

/**
 * Returns the compressed tables of a WOFF2 font with a single weight, because `fontFacts` cannot read this weight; null
 * for other files.
 */
export function packedTables(bytes: Uint8Array): PackedTables | null {
  const { isVariable, weights } = fontFacts(bytes) ?? { isVariable: true, weights: null };
  return isVariable || weights !== null ? null : (readTables(bytes)?.packed ?? null);
}

/** Returns the weights of a font from its tables. Throws RangeError if a table ends early. */
export function weightsIn(bytes: Uint8Array, offsets: ReadonlyMap<string, number>): NonNullable<FontFacts['weights']> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [os2, variations] = ['OS/2', 'fvar'].map((tag) => offsets.get(tag));
  const weight = os2 === undefined ? 400 : Math.min(1000, Math.max(1, data.getUint16(os2 + 4)));
  const axis = variations === undefined ? null : weightAxis(bytes, data, variations);
  return axis ?? { least: weight, most: weight };
}

/** Returns the range of the axis `wght` (OpenType, fvar); null without that axis. */
function weightAxis(bytes: Uint8Array, data: DataView, table: number): FontFacts['weights'] {
  const [first, count, size] = [data.getUint16(table + 4), data.getUint16(table + 8), data.getUint16(table + 10)];
  for (let axis = 0; axis < count; axis++) {
    const at = table + first + axis * size;
    if (!hasTextAt(bytes, at, 'wght')) continue;
    // The numbers are 16.16 fixed point.
    return { least: data.getInt32(at + 4) / 65536, most: data.getInt32(at + 12) / 65536 };
  }
  return null;
}

/** Ids of the family names in order of preference: the typographic family (16), then the font family (1). */
const FAMILY_NAMES = [16, 1] as const;
const UNICODE = 0;
const WINDOWS = 3;

/**
 * Returns the family name in a font's name table; null if the table has none. Throws RangeError if the table ends
 * early.
 */
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
