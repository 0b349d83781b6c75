import { type Bomb, pngOf, zeros } from './bombs.ts';
import { tablesOf } from './font-parts.ts';
import {
  colrOf,
  groupsOf,
  joined,
  lookupsOf,
  mapOf,
  multiplied,
  nested,
  type Paint,
  squareGlyph,
  times,
  u16,
  u32,
} from './hostile-font-tables.ts';
import { made } from './made-font.ts';

export function shapingBombs(font: Buffer): readonly Bomb[] {
  const base = tablesOf(font);
  const square = squareGlyph();
  const withTable = (tag: string, table: Buffer) => made(base, [square, square], { [tag]: table });
  const gsub = (...lookups: Parameters<typeof lookupsOf>[0]) => withTable('GSUB', lookupsOf(lookups));
  const zeroSide = joined(u16(1, 0, 0, 0, 0));
  const ones = Buffer.alloc(4000, 255);
  return [
    ['a letter becomes 250 of itself, 40 times', gsub(...times(40, () => multiplied(1, 250)))],
    ['a letter becomes 2 of itself, 1,500 times', gsub(...times(1500, () => multiplied(1, 2)))],
    ['a letter becomes none', gsub(multiplied(1, 0))],
    ['a letter becomes 30,000', gsub(multiplied(1, 30_000))],
    ['a context of itself', gsub(nested(1, [0, 0, 0, 0]))],
    [
      'contexts: sixty times eight in one another',
      gsub(
        ...times(60, (at) =>
          nested(
            1,
            times(8, () => at + 1),
          ),
        ),
        multiplied(1, 2),
      ),
    ],
    [
      'contexts: ten times 200 in one another',
      gsub(
        ...times(10, (at) =>
          nested(
            1,
            times(200, () => at + 1),
          ),
        ),
        multiplied(1, 3),
      ),
    ],
    [
      '2,000 contexts of 2,000',
      gsub(
        ...times(2000, () =>
          nested(
            1,
            times(2000, () => 1999),
          ),
        ),
      ),
    ],
    ['lookups that are not there', gsub(nested(1, [9, 99, 65_535]))],
    ['lists behind the end', withTable('GSUB', joined(u16(1, 0, 0xfff0, 0xfff0, 0xfff0)))],
    ['lists in one place', withTable('GSUB', joined(u16(1, 0, 0, 0, 0)))],
    ['nothing but ones: GSUB', withTable('GSUB', joined(u16(1, 0, 10, 10, 10), ones))],
    ['nothing but ones: GPOS', withTable('GPOS', joined(u16(1, 0, 10, 10, 10), ones))],
    ['nothing but ones: GDEF', withTable('GDEF', joined(u16(1, 0, 12, 12, 12, 12), ones))],
    ['pairs without end', withTable('kern', joined(u16(0, 1), u16(0, 0xffff, 1), u16(0xffff, 0, 0, 0), ones))],
    ['states without end', withTable('morx', joined(u16(2, 0), u32(1, 1, 0xffffffff, 0xffff, 0xffff), ones))],
    ['states of kerning without end', withTable('kerx', joined(u16(2, 0), u32(1, 0xffffffff, 1), ones))],
    ['tracking that lies', withTable('trak', joined(u32(0x10000), u16(0, 12, 0, 0), ones))],
    ['axes that have no size', withTable('fvar', joined(u16(1, 0, 16, 2, 65_535, 0, 65_535, 0), Buffer.alloc(60)))],
    ['65,535 axes', withTable('fvar', joined(u16(1, 0, 16, 2, 65_535, 20, 65_535, 0xffff), ones))],
    [
      'an axis whose least is its most',
      withTable('fvar', joined(u16(1, 0, 16, 2, 1, 20, 0, 8), 'wght', u32(0x7fffffff, 0, -0x80000000), u16(0, 256))),
    ],
    [
      'variations that lie',
      made(base, [square], {
        fvar: joined(u16(1, 0, 16, 2, 1, 20, 0, 8), 'wght', u32(100 << 16, 400 << 16, 900 << 16), u16(0, 256)),
        gvar: joined(u16(1, 0, 1, 65_535), u32(20), u16(65_535, 1), u32(20), ones),
        HVAR: joined(u16(1, 0), u32(20, 20, 20, 20), ones),
        avar: joined(u16(1, 0, 0, 1, 65_535), ones),
      }),
    ],
    ['names without end', withTable('name', joined(u16(0, 65_535, 6), ones))],
    [
      'names in one place',
      withTable('name', joined(u16(0, 5000, 6), ...times(5000, () => u16(3, 1, 0x409, 1, 0xffff, 0)))),
    ],
    [
      'a name of 65,000 letters',
      withTable('name', joined(u16(0, 1, 18, 3, 1, 0x409, 1, 65_000, 0), Buffer.alloc(65_000, 65))),
    ],
    ['names of glyphs without end', withTable('post', joined(u32(0x20000), Buffer.alloc(24), u16(65_535), ones))],
    ['a side of nothing', made(base, [zeroSide])],
  ];
}

export function mapBombs(font: Buffer): readonly Bomb[] {
  const base = tablesOf(font);
  const withMap = (subtable: Buffer) => made(base, [squareGlyph()], { cmap: mapOf(subtable) });
  const ones = Buffer.alloc(2000, 255);
  return [
    ...[0, 2, 4, 6, 8, 10, 12, 13, 14].flatMap((format) => [
      [`a map of format ${format} that is only begun`, withMap(joined(u16(format)))] as const,
      [`a map of format ${format}, nothing but ones`, withMap(joined(u16(format, 0xffff), ones))] as const,
      [
        `a map of format ${format} that says to be long`,
        withMap(joined(u16(format, format < 8 ? 1000 : 0), u32(0xfffffff0), ones)),
      ] as const,
    ]),
    ['a map of all characters, as one glyph', withMap(groupsOf([[0, 0x10ffff, 1]], 13))],
    ['a map of all characters and more', withMap(groupsOf([[0, 0xfffffffe, 1]]))],
    [
      'a map of 400,000 groups that lie over one another',
      withMap(groupsOf(times(400_000, () => [0x20, 0x5ff, 1] as const))),
    ],
    ['a map of four thousand million groups', withMap(joined(u16(12, 0), u32(0xffffffff, 0, 0xffffffff)))],
    [
      'a map of groups that go down',
      withMap(
        groupsOf([
          [0x600, 0x20, 1],
          [0x20, 0x10, 1],
        ]),
      ),
    ],
    ['maps without end', made(base, [squareGlyph()], { cmap: joined(u16(0, 65_535), ones) })],
    ['a map behind the end', made(base, [squareGlyph()], { cmap: joined(u16(0, 1, 3, 10), u32(0xfffffff0)) })],
    ['no map', made(base, [squareGlyph()], { cmap: joined(u16(0, 0)) })],
  ];
}

export function colorBombs(font: Buffer): readonly Bomb[] {
  const base = tablesOf(font);
  const colored = (paints: readonly Paint[], layers: readonly number[]) =>
    made(base, [squareGlyph(), squareGlyph()], colrOf(paints, layers));
  const solid: Paint = { of: 'solid' };
  const levels = (depth: number, count: number) =>
    colored(
      [...times(depth, (at): Paint => ({ of: 'layers', count, first: at * count })), solid],
      times(depth * count, (at) => Math.floor(at / count) + 1),
    );
  const pictures = (png: Buffer) => {
    const picture = joined(u16(0, 0), 'png ', png);
    const strike = joined(u16(100, 72), u32(16, 16, 16 + picture.length), picture);
    return made(base, [squareGlyph()], { sbix: joined(u16(1, 1), u32(1, 12), strike) });
  };
  return [
    ['a colour glyph of itself', colored([{ of: 'glyph', glyph: 1 }], [])],
    ['layers of themselves', colored([{ of: 'layers', count: 2, first: 0 }], [0, 0])],
    ['layers: six times 200 in one another', levels(6, 200)],
    ['layers: thirty times two in one another', levels(30, 2)],
    ['layers: three times 50 in one another', levels(3, 50)],
    [
      'paints: forty times two in one another',
      colored([...times(40, (at): Paint => ({ of: 'both', paint: at + 1 })), solid], []),
    ],
    ['layers that are not there', colored([{ of: 'layers', count: 255, first: 0xfffffff0 }], [0])],
    ['255 layers', levels(1, 255)],
    [
      '65,535 layers of the old kind',
      made(base, [squareGlyph(), squareGlyph()], {
        COLR: joined(
          u16(0, 1),
          u32(14, 20),
          u16(65_535),
          u16(1, 0, 65_535),
          Buffer.alloc(4 * 65_535, Buffer.from(u16(2, 0))),
        ),
        CPAL: joined(u16(0, 1, 1, 1), u32(14), u16(0), [0, 0, 255, 255]),
      }),
    ],
    [
      'palettes without end',
      made(base, [squareGlyph()], {
        ...colrOf([solid], []),
        CPAL: joined(u16(0, 65_535, 65_535, 65_535), u32(0xfffffff0)),
      }),
    ],
    ['a letter of four thousand million pixels', pictures(pngOf(65_535, 65_535, 8, 6, zeros(100)))],
    ['a letter of 50 million pixels', pictures(pngOf(8192, 6100, 8, 6, zeros((8192 * 4 + 1) * 6100)))],
    ['a letter that is no picture', pictures(Buffer.alloc(500, 77))],
    ['strikes without end', made(base, [squareGlyph()], { sbix: joined(u16(1, 1), u32(0xffffffff, 12)) })],
  ];
}

/** Files that are not fonts, or fonts of an unsupported kind. */
export function unsupportedFonts(font: Buffer): readonly Bomb[] {
  return [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0])],
    ['a head alone', font.subarray(0, 12)],
    ['a directory alone', font.subarray(0, 12 + 16 * font.readUInt16BE(4))],
    ['no tables', joined([0, 1, 0, 0], u16(0, 0, 0, 0))],
    ['WOFF of the first version', joined('wOFF', [0, 1, 0, 0], u32(4000, 1), Buffer.alloc(4000, 255))],
    ['a Type 1 font', joined('%!PS-AdobeFont-1.0: Made', Buffer.alloc(900, 32))],
    ['a picture', Buffer.from(pngOf(4, 4, 8, 6, zeros(68)))],
    ['a font behind a picture', Buffer.concat([pngOf(4, 4, 8, 6, zeros(68)), font])],
    ['a zip behind a font', Buffer.concat([font, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    [
      'the same table 200 times',
      joined([0, 1, 0, 0], u16(200, 0, 0, 0), ...times(200, () => joined('cmap', u32(0, 3212, 900))), font),
    ],
  ];
}
