import type { FontTables } from './font-tables.ts';

/**
 * Checks that the tables of a font are consistent, which bounds the time to draw the font. The checks follow the
 * OpenType Sanitizer, but repair nothing. Accepts compressed fonts without a check. Throws RangeError if a table ends
 * early.
 */
export function isConsistentFont(bytes: Uint8Array, { offsets, sizes }: FontTables): boolean {
  if (offsets === null) return true;
  if (!areTablesDisjoint(offsets, sizes)) return false;
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
    isHeadConsistent(head) &&
    glyphs > 0 &&
    areWidthsConsistent(hhea, hmtx, glyphs) &&
    areMapsConsistent(cmap) &&
    areGlyphsConsistent(table('glyf'), table('loca'), head.getInt16(50), glyphs) &&
    areLayersConsistent(table('COLR'))
  );
}

/** Checks that tables do not overlap (OpenType, “Table Directory”). */
function areTablesDisjoint(offsets: ReadonlyMap<string, number>, sizes: ReadonlyMap<string, number>): boolean {
  let end = 12 + 16 * offsets.size;
  for (const [tag, offset] of [...offsets].toSorted(([, left], [, right]) => left - right)) {
    const size = sizes.get(tag) ?? 0;
    if (size > 0 && offset < end) return false;
    end = Math.max(end, offset + size);
  }
  return true;
}

/** Checks the magic number, and an em of 16 to 16,384 units (OpenType, “head”). */
function isHeadConsistent(head: DataView): boolean {
  const units = head.getUint16(18);
  return head.getUint32(12) === 0x5f0f3cf5 && units >= 16 && units <= 16_384;
}

/** Checks that the table has as many widths as “hhea” declares (OpenType, “hmtx”). */
function areWidthsConsistent(hhea: DataView, hmtx: DataView, glyphs: number): boolean {
  const widths = hhea.getUint16(34);
  return widths > 0 && widths <= glyphs && 4 * widths <= hmtx.byteLength;
}

/**
 * Checks that every subtable begins within the table and has enough bytes for its declared groups (OpenType, “cmap”).
 */
function areMapsConsistent(cmap: DataView): boolean {
  const count = cmap.getUint16(2);
  for (let index = 0; index < count; index++) {
    const at = cmap.getUint32(8 + 8 * index);
    const format = cmap.getUint16(at);
    const isGrouped = format === 12 || format === 13;
    if (isGrouped && at + 16 + 12 * cmap.getUint32(at + 12) > cmap.byteLength) return false;
  }
  return count > 0;
}

/** The maximum number of points of a glyph with its components. Glyphs of brush fonts have several thousand. */
const MAX_POINTS = 20_000;
/** The maximum nesting of composite glyphs (OpenType, “maxp”, `maxComponentDepth`). Fonts use one or two levels. */
const MAX_GLYPH_DEPTH = 16;

/** Flags of a component (OpenType, “glyf”). */
const ARE_WORDS = 0x01;
const HAS_SCALE = 0x08;
const MORE_COMPONENTS = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;

/**
 * Checks TrueType outlines: they are within their table, and no glyph refers to itself or has more than the maximum
 * number of points. A font without both tables passes, because its outlines have another format.
 */
function areGlyphsConsistent(glyf: DataView | null, loca: DataView | null, format: number, glyphs: number): boolean {
  if (glyf === null || loca === null) return glyf === loca;
  if ((glyphs + 1) * (format === 0 ? 2 : 4) > loca.byteLength) return false;
  const offsetOf = (glyph: number) => (format === 0 ? 2 * loca.getUint16(2 * glyph) : loca.getUint32(4 * glyph));
  /** The number of points of each glyph with its components, plus 1. 0: not counted yet. −1: being counted. */
  const points = new Int32Array(glyphs);
  const pointsOf = (glyph: number, depth: number): number => {
    // Count no points for a missing glyph, because the renderer skips it.
    if (glyph >= points.length) return 0;
    const counted = points[glyph] ?? 0;
    if (counted > 0) return counted - 1;
    if (counted < 0 || depth > MAX_GLYPH_DEPTH) return Number.POSITIVE_INFINITY;
    const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)];
    if (end < start || end > glyf.byteLength) return Number.POSITIVE_INFINITY;
    if (end - start < 10) return 0;
    points[glyph] = -1;
    const contours = glyf.getInt16(start);
    const all =
      contours >= 0
        ? plainPoints(glyf, start, contours)
        : partsOf(glyf, start).reduce((sum, part) => (sum > MAX_POINTS ? sum : sum + 1 + pointsOf(part, depth + 1)), 0);
    points[glyph] = Math.min(all, MAX_POINTS + 1) + 1;
    return all;
  };
  for (let glyph = 0; glyph < points.length; glyph++) if (pointsOf(glyph, 0) > MAX_POINTS) return false;
  return true;
}

/** Returns the number of points of a simple glyph, from the end point of its last contour (OpenType, “glyf”). */
function plainPoints(glyf: DataView, start: number, contours: number): number {
  return contours === 0 ? 0 : glyf.getUint16(start + 8 + 2 * contours) + 1;
}

function partsOf(glyf: DataView, start: number): readonly number[] {
  const parts: number[] = [];
  for (let at = start + 10; parts.length <= MAX_POINTS; ) {
    const flags = glyf.getUint16(at);
    parts.push(glyf.getUint16(at + 2));
    const scales = flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0;
    at += 4 + (flags & ARE_WORDS ? 4 : 2) + scales;
    if ((flags & MORE_COMPONENTS) === 0) break;
  }
  return parts;
}

/**
 * The maximum number of paints of a color glyph; a repeated paint counts each time. The largest flags have several
 * hundred.
 */
const MAX_PAINTS = 10_000;
const MAX_PAINT_DEPTH = 64;

/**
 * Returns the offsets of the child references in a paint of this format (OpenType, “COLR”). Each reference is a uint24
 * offset relative to the paint.
 */
const childOffsets = (format: number): readonly number[] => {
  if (format === 32) return [1, 5];
  return format === 10 || (format >= 12 && format <= 31) ? [1] : [];
};

/**
 * Checks that the paints of color glyphs are free of cycles and within the maximum number. Paints can refer to each
 * other, so a few bytes can request any number of paints.
 */
function areLayersConsistent(colr: DataView | null): boolean {
  if (colr === null) return true;
  const baseGlyphs = colr.getUint16(2);
  const baseGlyphsAt = colr.getUint32(4);
  for (let index = 0; index < baseGlyphs; index++)
    if (colr.getUint16(baseGlyphsAt + 6 * index + 4) > MAX_PAINTS) return false;
  if (colr.getUint16(0) === 0) return true;
  const [baseAt, layersAt] = [colr.getUint32(14), colr.getUint32(18)];
  const count = baseAt === 0 ? 0 : colr.getUint32(baseAt);
  if (baseAt + 4 + 6 * count > colr.byteLength) return false;
  const glyphs = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const at = baseAt + 4 + 6 * index;
    glyphs.set(colr.getUint16(at), baseAt + colr.getUint32(at + 2));
  }
  const counting = new PaintCount(colr, glyphs, layersAt);
  for (const paint of glyphs.values()) if (counting.paintsOf(paint, 0) > MAX_PAINTS) return false;
  return true;
}

class PaintCount {
  private readonly colr: DataView;
  private readonly glyphs: ReadonlyMap<number, number>;
  private readonly layersAt: number;
  /**
   * The number of paints by offset. It is infinite while a paint is being counted, so a cycle has an infinite number.
   */
  private readonly counts = new Map<number, number>();

  constructor(colr: DataView, glyphs: ReadonlyMap<number, number>, layersAt: number) {
    this.colr = colr;
    this.glyphs = glyphs;
    this.layersAt = layersAt;
  }

  paintsOf(at: number, depth: number): number {
    const counted = this.counts.get(at);
    if (counted !== undefined) return counted;
    if (depth > MAX_PAINT_DEPTH) return Number.POSITIVE_INFINITY;
    this.counts.set(at, Number.POSITIVE_INFINITY);
    let sum = 1;
    for (const child of this.childrenOf(at)) {
      sum += this.paintsOf(child, depth + 1);
      if (sum > MAX_PAINTS) break;
    }
    this.counts.set(at, sum);
    return sum;
  }

  private childrenOf(at: number): readonly number[] {
    const format = this.colr.getUint8(at);
    if (format === 1) return this.layers(this.colr.getUint8(at + 1), this.colr.getUint32(at + 2));
    if (format === 11) {
      const named = this.glyphs.get(this.colr.getUint16(at + 1));
      return named === undefined ? [] : [named];
    }
    return childOffsets(format).map((place) => at + this.uint24(at + place));
  }

  private layers(count: number, first: number): readonly number[] {
    return Array.from(
      { length: count },
      (_, index) => this.layersAt + this.colr.getUint32(this.layersAt + 4 + 4 * (first + index)),
    );
  }

  private uint24(at: number): number {
    return (this.colr.getUint16(at) << 8) + this.colr.getUint8(at + 2);
  }
}
