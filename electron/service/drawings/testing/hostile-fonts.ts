import type { Bomb } from './bombs.ts';
import { fontOf, tablesOf } from './font-parts.ts';
import { cffOf, compositeGlyph, joined, squareGlyph, times, u16, u32, zigzagGlyph } from './hostile-font-tables.ts';
import { made } from './made-font.ts';

/**
 * Returns broken fonts. In each font, one table is truncated, out of bounds, empty, missing, all ones, or all zeros.
 */
export function brokenTables(font: Buffer): readonly Bomb[] {
  return [...tablesOf(font).keys()].flatMap((tag) => {
    const listed = font.indexOf(tag, 12, 'latin1');
    const [place, size] = [font.readUInt32BE(listed + 8), font.readUInt32BE(listed + 12)];
    const lying = (at: number, value: number) => {
      const copy = Buffer.from(font);
      copy.writeUInt32BE(value, at);
      return copy;
    };
    const filled = (value: number) => Buffer.from(font).fill(value, place, place + size);
    return [
      [`${tag}: the file ends within it`, font.subarray(0, place + (size >> 1))],
      [`${tag}: begins behind the end`, lying(listed + 8, 0xfffffff0)],
      [`${tag}: reaches over the end`, lying(listed + 12, 0x7fffffff)],
      [`${tag}: empty`, lying(listed + 12, 0)],
      [`${tag}: lies over the directory`, lying(listed + 8, 0)],
      [`${tag}: gone`, fontOf('\0\x01\0\0', new Map([...tablesOf(font)].filter(([name]) => name !== tag)), 0)],
      [`${tag}: nothing but ones`, filled(255)],
      [`${tag}: nothing but noughts`, filled(0)],
    ] as const;
  });
}

export function outlineBombs(font: Buffer): readonly Bomb[] {
  const base = tablesOf(font);
  const square = squareGlyph();
  const chain = (count: number, parts: number) =>
    times(count, (at) => (at < count - 1 ? compositeGlyph(times(parts, () => at + 2)) : square));
  const endless = [0xb8, 0xff, 0xfd, 0x1c];
  return [
    ['a glyph of itself', made(base, [compositeGlyph([1])])],
    ['two glyphs of each other', made(base, [compositeGlyph([2]), compositeGlyph([1])])],
    ['4,000 glyphs in one another', made(base, chain(4000, 1))],
    ['two to the 24 glyphs', made(base, chain(25, 2))],
    ['two to the 12 glyphs', made(base, chain(13, 2))],
    ['nine times ten glyphs in one another', made(base, chain(10, 10))],
    ['60,000 parts of 1,000 points', made(base, [compositeGlyph(times(60_000, () => 2)), zigzagGlyph(1000)])],
    ['4,000 parts of 60 points', made(base, [compositeGlyph(times(4000, () => 2)), zigzagGlyph(60)])],
    ['60,000 points up and down', made(base, [zigzagGlyph(60_000)])],
    ['5,000 points up and down', made(base, [zigzagGlyph(5000)])],
    ['32,767 contours of nothing', made(base, [joined(u16(32_767, 0, 0, 9, 9), u16(0))])],
    [
      'points of descending contours',
      made(base, [joined(u16(3, 0, 0, 9, 9), u16(9, 3, 65_535, 0), Buffer.alloc(900, 1))]),
    ],
    ['a program without end', made(base, [zigzagGlyph(8, endless)])],
    ['a program without end before all', made(base, [square], { prep: joined(endless) })],
    ['a program without end of functions', made(base, [square], { fpgm: joined(endless) })],
    [
      'a program of 60,000 calls of 60,000 calls',
      made(base, [zigzagGlyph(8, [0xb9, 0x7f, 0xff, 0, 1, 0x2a])], {
        fpgm: joined([0xb0, 0, 0x2c, 0x21, 0x2d, 0xb0, 1, 0x2c, 0xb9, 0x7f, 0xff, 0, 0, 0x2a, 0x2d]),
      }),
    ],
    ['places that go down', made(base, [square], { loca: joined(u32(900, 40, 0)) })],
    ['places behind the outlines', made(base, [square], { loca: joined(u32(0, 0x7fffffff, 0xffffffff)) })],
    [
      'places of half the glyphs',
      made(
        base,
        times(40, () => square),
        { loca: joined(u32(0, 40, 80)) },
      ),
    ],
    [
      'outlines of 65,535 glyphs in one place',
      made(
        base,
        times(60_000, () => Buffer.alloc(0)),
      ),
    ],
    ...[0, 1, 15, 65_535].map((units) => {
      const head = Buffer.from(base.get('head') ?? []);
      head.writeUInt16BE(units, 18);
      head.writeUInt16BE(1, 50);
      return [`an em of ${units} units`, made(base, [square], { head })] as const;
    }),
    ...[0, 3, 65_535].map((count) => {
      const hhea = Buffer.from(base.get('hhea') ?? []);
      hhea.writeUInt16BE(count, 34);
      return [`${count} widths`, made(base, [square], { hhea })] as const;
    }),
    ...[0, 1, 65_535].map((count) => {
      const maxp = Buffer.from(base.get('maxp') ?? []);
      maxp.writeUInt16BE(count, 4);
      return [`${count} glyphs`, made(base, [square, square], { maxp })] as const;
    }),
    ['letters 32,767 units wide', made(base, [square], { hmtx: joined(u16(0x7fff, 0, 0xffff, 0x8000)) })],
    ['no letters', made(base, [Buffer.alloc(0)])],
  ];
}

export function compactBombs(font: Buffer): readonly Bomb[] {
  const base = tablesOf(font);
  const cff = (glyph: Buffer, subroutines: readonly Buffer[] = []) =>
    made(base, [squareGlyph()], { 'CFF ': cffOf([joined([14]), glyph], subroutines) });
  // The encoded index of a subroutine is its index minus 107.
  const call = (index: number) => [139 + index - 107, 29];
  const nest = (depth: number, count: number, inner: readonly number[]) =>
    times(depth, (at) => joined(at < depth - 1 ? times(count, () => call(at + 1)).flat() : inner, [11]));
  const line = [149, 149, 5];
  const start = [139, 139, 21];
  return [
    ['subroutines: nine times ten in one another', cff(joined(start, call(0), [14]), nest(9, 10, line))],
    ['subroutines: five times ten in one another', cff(joined(start, call(0), [14]), nest(5, 10, line))],
    ['subroutines: nine times ten that do nothing', cff(joined(start, call(0), [14]), nest(9, 10, []))],
    ['a subroutine of itself', cff(joined(start, call(0), [14]), [joined(call(0), call(0), [11])])],
    ['a subroutine that is not there', cff(joined(start, call(60), [14]), [joined([11])])],
    ['four million lines', cff(joined(start, Buffer.alloc(12_000_000, Buffer.from(line)), [14]))],
    [
      '60,000 lines up and down',
      cff(joined(start, Buffer.alloc(360_000, Buffer.from([140, 247, 255, 5, 140, 251, 5])), [14])),
    ],
    ['numbers without end', cff(joined(Buffer.alloc(2_000_000, 139), [14]))],
    ['hints without end', cff(joined(Buffer.alloc(1_000_000, Buffer.from([140, 140, 1])), [14]))],
    ['an accent of accents', cff(joined([139, 139, 139, 139, 14]))],
    ['a program that does not end', cff(joined(start, line))],
    ['an operator that nobody knows', cff(joined(start, [2, 9, 13, 15, 17, 12, 99, 14]))],
    ['a path that does not begin', cff(joined(Buffer.alloc(3000, Buffer.from(line)), [14]))],
    ['outlines that are empty', made(base, [squareGlyph()], { 'CFF ': Buffer.alloc(0) })],
    [
      'outlines of another version',
      made(base, [squareGlyph()], { 'CFF ': joined([2, 0, 5, 0, 9], Buffer.alloc(90, 255)) }),
    ],
  ];
}
