/** Concatenates bytes, texts, and buffers. Texts are encoded as Latin-1. */
export function joined(...parts: readonly (Buffer | string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part as Uint8Array))),
  );
}
export const u16 = (...values: readonly number[]): readonly number[] =>
  values.flatMap((value) => [(value >> 8) & 255, value & 255]);
export const u32 = (...values: readonly number[]): readonly number[] =>
  values.flatMap((value) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
const u24 = (value: number): readonly number[] => [(value >> 16) & 255, (value >> 8) & 255, value & 255];

export function times<Made>(count: number, make: (index: number) => Made): readonly Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Returns a character map with one Unicode subtable (OpenType, "cmap"). */
export function mapOf(subtable: Buffer): Buffer {
  return joined(u16(0, 1, 3, 10), u32(12), subtable);
}

/**
 * Returns a subtable of format 12 or 13 (OpenType, "cmap"). A group consists of a first character, a last character,
 * and a glyph.
 */
export function groupsOf(groups: readonly (readonly [first: number, last: number, glyph: number])[], format = 12) {
  return joined(
    u16(format, 0),
    u32(16 + 12 * groups.length, 0, groups.length),
    groups.flatMap((group) => u32(...group)),
  );
}

/** Returns a square with sides of this many units (OpenType, "glyf"). */
export function squareGlyph(side = 500): Buffer {
  const points = [0, 0, side, 0, 0, side, -side, 0];
  const [across, down] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
  return joined(u16(1, 0, 0, side, side), u16(3, 0), [1, 1, 1, 1], u16(...across), u16(...down));
}

/** Returns a glyph with a program and one contour of this number of points, which alternate between top and bottom. */
export function zigzagGlyph(points: number, program: readonly number[] = []): Buffer {
  const across = times(points, () => u16(1)).flat();
  const down = times(points, (at) => u16(at % 2 === 0 ? 2000 : -2000)).flat();
  return joined(
    u16(1, 0, 0, 1000, 1000),
    u16(points - 1, program.length),
    program,
    times(points, () => 1),
    across,
    down,
  );
}

/** Returns a composite glyph. Its components are slightly shifted (OpenType, "glyf"). */
export function compositeGlyph(parts: readonly number[]): Buffer {
  const written = parts.map((glyph, at) => [...u16(at < parts.length - 1 ? 0x22 : 0x02, glyph), at & 63, at & 31]);
  return joined(u16(-1, 0, 0, 500, 500), written.flat());
}

/** Returns the tables of TrueType outlines. The first glyph is the empty box. */
export function outlinesOf(glyphs: readonly Buffer[]): Readonly<Record<'glyf' | 'loca', Buffer>> {
  const padded = glyphs.map((glyph) => Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]));
  let place = 0;
  const places = [0, ...padded.map(({ length }) => (place += length))];
  return { glyf: Buffer.concat(padded), loca: joined(u32(...places)) };
}

/** Returns outlines with global subroutines (Adobe Technical Note 5176). */
export function cffOf(glyphs: readonly Buffer[], subroutines: readonly Buffer[]): Buffer {
  const number = (value: number) => [29, ...u32(value)];
  const index = (items: readonly Buffer[]) => {
    let place = 1;
    const places = [1, ...items.map(({ length }) => (place += length))];
    return items.length === 0 ? joined(u16(0)) : joined(u16(items.length), [4], u32(...places), ...items);
  };
  const [header, names, strings, shared] = [
    joined([1, 0, 4, 4]),
    index([joined('Made')]),
    index([]),
    index(subroutines),
  ];
  const dictionaryBytes = 2 + 1 + 8 + 6 + 6 + 11;
  const charsetAt = header.length + names.length + dictionaryBytes + strings.length + shared.length;
  const charset = joined([2], u16(1, Math.max(0, glyphs.length - 2)));
  const dictionary = joined(
    number(charsetAt),
    [15],
    number(charsetAt + charset.length),
    [17],
    number(0),
    number(4),
    [18],
  );
  return Buffer.concat([header, names, index([dictionary]), strings, shared, charset, index(glyphs)]);
}

/** Returns lookups of one feature of the default script, each with one subtable (OpenType, "GSUB"). */
export function lookupsOf(lookups: readonly (readonly [kind: number, subtable: Buffer])[], feature = 'liga'): Buffer {
  const scripts = joined(u16(1), 'DFLT', u16(8), u16(4, 0), u16(0, 0xffff, 1, 0));
  const features = joined(u16(1), feature, u16(8), u16(0, lookups.length), u16(...lookups.keys()));
  const start = 2 + 2 * lookups.length;
  // Make every lookup an extension, so that its subtable can be anywhere.
  const heads = lookups.map((_, at) => u16(7, 0, 1, 8, 1, lookups[at]?.[0] ?? 1));
  let place = 0;
  const bodies = lookups.map(([, subtable]) => {
    const at = place;
    place += subtable.length;
    return at;
  });
  const headsEnd = start + 16 * lookups.length;
  const list = joined(
    u16(lookups.length, ...lookups.map((_, at) => start + 16 * at)),
    ...heads.map((head, at) => joined(head, u32(headsEnd + (bodies[at] ?? 0) - (start + 16 * at) - 8))),
    ...lookups.map(([, subtable]) => subtable),
  );
  return joined(u16(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length), scripts, features, list);
}

/** Returns a subtable that replaces a glyph with this number of another glyph (OpenType, "GSUB", 2). */
export function multiplied(glyph: number, count: number): readonly [kind: number, subtable: Buffer] {
  const sequence = joined(u16(count), u16(...times(count, () => glyph)));
  return [2, joined(u16(1, 8, 1, 14), u16(1, 1, glyph), sequence)];
}

/** Returns a subtable that applies other lookups to a glyph, one after another (OpenType, "GSUB", 5.3). */
export function nested(glyph: number, lookups: readonly number[]): readonly [kind: number, subtable: Buffer] {
  const records = lookups.flatMap((lookup) => u16(0, lookup));
  return [5, joined(u16(3, 1, lookups.length), u16(8 + records.length), records, u16(1, 1, glyph))];
}

/** A paint for a glyph (OpenType, "COLR", version 1). */
export type Paint =
  | { readonly of: 'layers'; readonly count: number; readonly first: number }
  | { readonly of: 'glyph'; readonly glyph: number }
  | { readonly of: 'solid' }
  | { readonly of: 'both'; readonly paint: number };

/**
 * Returns a table of paints.
 * @param paints The paints, starting with the paint of glyph 1.
 * @param layers The indices of paints.
 */
export function colrOf(paints: readonly Paint[], layers: readonly number[]): Readonly<Record<'COLR' | 'CPAL', Buffer>> {
  const SIZE = 16;
  const baseAt = 34;
  const layersAt = baseAt + 10;
  const paintsAt = layersAt + 4 + 4 * layers.length;
  const paintAt = (index: number) => paintsAt + SIZE * index;
  const written = paints.map((paint, at) => {
    switch (paint.of) {
      case 'layers':
        return [1, paint.count, ...u32(paint.first)];
      case 'glyph':
        return [11, ...u16(paint.glyph)];
      case 'both':
        return [32, ...u24(SIZE * (paint.paint - at)), 3, ...u24(SIZE * (paint.paint - at))];
      default:
        // A glyph that is filled with a solid color. The solid paint follows it.
        return [10, ...u24(6), ...u16(2), 2, ...u16(0, 0x4000)];
    }
  });
  const COLR = joined(
    u16(1, 0),
    u32(0, 0),
    u16(0),
    u32(baseAt, layersAt, 0, 0, 0),
    joined(u32(1), u16(1), u32(paintAt(0) - baseAt)),
    u32(layers.length, ...layers.map((paint) => paintAt(paint) - layersAt)),
    ...written.map((paint) => [...paint, ...times(SIZE - paint.length, () => 0)]),
  );
  return { COLR, CPAL: joined(u16(0, 1, 1, 1), u32(14), u16(0), [0, 0, 255, 255]) };
}
