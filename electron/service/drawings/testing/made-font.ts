import { fontOf, type Tables } from './font-parts.ts';
import { groupsOf, joined, mapOf, outlinesOf, squareGlyph, times, u16, u32 } from './hostile-font-tables.ts';

/** The first and the last character of made fonts. All characters map to glyph 1. */
const [FIRST, LAST] = [0x20, 0x5ff];

let allCharacters: Buffer | null = null;

/** Returns a font with these glyphs. All characters map to glyph 1. `more` replaces or adds tables. */
export function made(base: Tables, glyphs: readonly Buffer[], more: Readonly<Record<string, Buffer>> = {}): Buffer {
  const all = [squareGlyph(300), ...glyphs];
  const outlines = 'CFF ' in more ? {} : outlinesOf(all);
  const [head, maxp] = [Buffer.from(base.get('head') ?? []), Buffer.from(base.get('maxp') ?? [])];
  head.writeUInt16BE(1, 50);
  maxp.writeUInt16BE(all.length, 4);
  allCharacters ??= mapOf(groupsOf(times(LAST - FIRST + 1, (at) => [FIRST + at, FIRST + at, 1] as const)));
  const cmap = allCharacters;
  const hmtx = joined(u16(...times(all.length, () => [500, 0]).flat()));
  const hhea = Buffer.from(base.get('hhea') ?? []);
  hhea.writeUInt16BE(all.length, 34);
  const usual = ['OS/2', 'name'].map((tag) => [tag, base.get(tag) ?? Buffer.alloc(0)] as const);
  const post = joined(u32(0x30000), u32(0, 0, 0, 0, 0, 0, 0));
  const tables = new Map<string, Buffer>([
    ...usual,
    ...Object.entries({ cmap, head, hhea, hmtx, maxp, post, ...outlines, ...more }),
  ]);
  return fontOf('CFF ' in more ? 'OTTO' : '\0\x01\0\0', tables, 0);
}
