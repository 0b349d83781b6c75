import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { required } from '#shared/lib/assert.ts';
import { bundledBytes } from '../bundled-bytes.ts';
import { collectionOf, fontOf, tablesOf } from './font-parts.ts';

/** Returns a complete font file of each kind. Each file contains the letters of `Hello` or `שלום`. */
export async function sampleFonts() {
  const hebrew = Buffer.from(await bundled('Noto Sans Hebrew'));
  const thai = Buffer.from(await bundled('Noto Sans Thai'));
  const woff2 = await readFile(resolve(import.meta.dirname, '../../../../renderer/ui/fonts/inter-latin.woff2'));
  return { truetype: hebrew, opentype: withCubicOutlines(hebrew), collection: collectionOf([hebrew, thai]), woff2 };
}

/** Returns a font with a single character. */
export async function fontOfCharacter(character: string): Promise<Buffer> {
  const tables = tablesOf(Buffer.from(await bundled('Noto Sans Hebrew')));
  return fontOf('\0\x01\0\0', new Map([...tables, ['cmap', mapOf(character.codePointAt(0) ?? 0)]]), 0);
}

/** Returns a subtable of format 12 with one group (OpenType, "cmap"). */
function mapOf(codePoint: number): Buffer {
  const map = Buffer.alloc(12 + 28);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  for (const [index, value] of [12, 12 << 16, 28, 0, 1, codePoint, codePoint, 5].entries())
    map.writeUInt32BE(value, 8 + 4 * index);
  return map;
}

async function bundled(family: string): Promise<Uint8Array> {
  const font = required(
    bundledFonts.find((bundledFont) => bundledFont.family === family),
    family,
  );
  return required(await bundledBytes(font.digest), family);
}

/** Returns the font with outlines in the Compact Font Format, in which every glyph is a box. */
function withCubicOutlines(font: Buffer): Buffer {
  const retained = ['cmap', 'head', 'hhea', 'hmtx', 'name', 'OS/2', 'post'];
  const tables = tablesOf(font);
  const glyphs = required(tables.get('maxp'), 'it says how many glyphs it has').readUInt16BE(4);
  const profile = Buffer.from([0, 0, 0x50, 0, glyphs >> 8, glyphs & 255]);
  return fontOf(
    'OTTO',
    new Map([
      ...retained.flatMap((tag) => {
        const table = tables.get(tag);
        return table === undefined ? [] : [[tag, table] as const];
      }),
      ['maxp', profile],
      ['CFF ', compactOutlines(glyphs)],
    ]),
    0,
  );
}

/**
 * Returns the outlines: header, names, top dictionary, strings, subroutines, charset, and glyphs (Adobe Technical Note
 * 5176).
 */
function compactOutlines(glyphs: number): Buffer {
  const header = Buffer.from([1, 0, 4, 2]);
  const names = indexOf([Buffer.from('Boxes')]);
  const nothing = Buffer.from([0, 0]);
  // The dictionary contains two offsets and an empty private dictionary. Each number takes five bytes.
  const dictionaryBytes = 6 + 6 + 11;
  const charsetAt = header.length + names.length + (3 + 2 + dictionaryBytes) + 2 * nothing.length;
  // Format 2 has one range of consecutive names: it starts with name 1 and covers all glyphs except the first.
  const charset = Buffer.from([2, 0, 1, (glyphs - 2) >> 8, (glyphs - 2) & 255]);
  const glyphsAt = charsetAt + charset.length;
  const dictionary = Buffer.concat([
    ...[number(charsetAt), Buffer.from([15])],
    ...[number(glyphsAt), Buffer.from([17])],
    ...[number(0), number(4), Buffer.from([18])],
  ]);
  // The glyph is a rectangle of 400 × 600 units that starts at 100, 0.
  const box = Buffer.concat([
    ...[short(100), short(0), Buffer.from([21])],
    ...[short(400), short(600), short(-400), Buffer.from([6])],
    Buffer.from([14]),
  ]);
  return Buffer.concat([
    header,
    names,
    indexOf([dictionary]),
    nothing,
    nothing,
    charset,
    indexOf(Array.from({ length: glyphs }, () => box)),
  ]);
}

/** Returns an index: the count, the size of an offset, the offsets from 1 on, and the items (5176, 5). */
function indexOf(items: readonly Buffer[]): Buffer {
  const size = items.length > 1 ? 3 : 1;
  const offsets = Buffer.alloc((items.length + 1) * size);
  let place = 1;
  for (let index = 0; index <= items.length; index++) {
    offsets.writeUIntBE(place, index * size, size);
    place += items[index]?.length ?? 0;
  }
  return Buffer.concat([Buffer.from([items.length >> 8, items.length & 255, size]), offsets, ...items]);
}

/** Encodes a number of a dictionary or of a glyph. */
function number(value: number): Buffer {
  return Buffer.from([29, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
}
function short(value: number): Buffer {
  return Buffer.from([28, (value >> 8) & 255, value & 255]);
}
