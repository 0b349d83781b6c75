import type { FontTables } from './font-tables.ts';
import { glyphsAreSound } from './sound-glyphs.ts';
import { layersAreSound } from './sound-layers.ts';

/**
 * Whether what a font says of itself fits together, as far as drawing it has an end: in the spirit of the OpenType
 * Sanitizer, but nothing is mended. Of compressed fonts nothing is looked at. Throws RangeError where a table ends early.
 */
export function isSoundFont(bytes: Uint8Array, { offsets, sizes }: FontTables): boolean {
  if (offsets === null) return true;
  if (!tablesAreApart(offsets, sizes)) return false;
  const table = (tag: string): DataView | null => {
    const [offset, size] = [offsets.get(tag), sizes.get(tag)];
    return offset === undefined || size === undefined
      ? null
      : new DataView(bytes.buffer, bytes.byteOffset + offset, size);
  };
  const [head, maxp, hhea, hmtx, cmap] = ['head', 'maxp', 'hhea', 'hmtx', 'cmap'].map(table);
  if (!head || !maxp || !hhea || !hmtx || !cmap) return false;
  const glyphs = maxp.getUint16(4);
  return (
    headIsSound(head) &&
    glyphs > 0 &&
    widthsAreSound(hhea, hmtx, glyphs) &&
    mapsAreSound(cmap) &&
    glyphsAreSound(table('glyf'), table('loca'), head.getInt16(50), glyphs) &&
    layersAreSound(table('COLR'))
  );
}

/** OpenType, “Table Directory”: no table lies over another. */
function tablesAreApart(offsets: ReadonlyMap<string, number>, sizes: ReadonlyMap<string, number>): boolean {
  let end = 12 + 16 * offsets.size;
  for (const [tag, offset] of [...offsets].toSorted(([, one], [, other]) => one - other)) {
    const size = sizes.get(tag) ?? 0;
    if (size > 0 && offset < end) return false;
    end = Math.max(end, offset + size);
  }
  return true;
}

/** OpenType, “head”: its magic number, and an em of 16 to 16384 units. */
function headIsSound(head: DataView): boolean {
  const units = head.getUint16(18);
  return head.getUint32(12) === 0x5f0f3cf5 && units >= 16 && units <= 16_384;
}

/** OpenType, “hmtx”: as many widths as “hhea” says, and an offset of every further glyph. */
function widthsAreSound(hhea: DataView, hmtx: DataView, glyphs: number): boolean {
  const widths = hhea.getUint16(34);
  return widths > 0 && widths <= glyphs && 4 * widths <= hmtx.byteLength;
}

/** OpenType, “cmap”: every table of it begins within it, and none says to have more groups than it has bytes. */
function mapsAreSound(cmap: DataView): boolean {
  const count = cmap.getUint16(2);
  for (let index = 0; index < count; index++) {
    const at = cmap.getUint32(8 + 8 * index);
    const format = cmap.getUint16(at);
    const isGrouped = format === 12 || format === 13;
    if (isGrouped && at + 16 + 12 * cmap.getUint32(at + 12) > cmap.byteLength) return false;
  }
  return count > 0;
}
