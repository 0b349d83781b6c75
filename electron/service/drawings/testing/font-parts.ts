import { brotliCompressSync } from 'node:zlib';

/** The tables of a font by tag. */
export type Tables = ReadonlyMap<string, Buffer>;

/** Returns the tables of a font that is at the start of its file. */
export function tablesOf(font: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const place = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(place, place + font.readUInt32BE(at + 12)));
  }
  return tables;
}

/** Returns the directory and the tables of a font for the position `start` in a file (OpenType, "Table Directory"). */
export function fontOf(version: string, tables: Tables, start: number): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.write(version, 'latin1');
  head.writeUInt16BE(tables.size, 4);
  const parts: Buffer[] = [head];
  let place = head.length;
  for (const [index, [tag, table]] of [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1)).entries()) {
    const at = 12 + 16 * index;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(start + place, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    parts.push(padded);
    place += padded.length;
  }
  return Buffer.concat(parts);
}

/** Returns a collection of fonts (OpenType, "Font Collections"). */
export function collectionOf(fonts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12 + 4 * fonts.length);
  head.write('ttcf\0\x01\0\0', 'latin1');
  head.writeUInt32BE(fonts.length, 8);
  const parts: Buffer[] = [head];
  let place = head.length;
  for (const [index, font] of fonts.entries()) {
    head.writeUInt32BE(place, 12 + 4 * index);
    const moved = fontOf('\0\x01\0\0', tablesOf(font), place);
    parts.push(moved);
    place += moved.length;
  }
  return Buffer.concat(parts);
}

/** Returns a font as WOFF2 (W3C, 4 and 5). Its glyphs are not transformed. */
export function packedFontOf(tables: Tables): Buffer {
  const directory = [...tables].map(([tag, { length }]) => {
    const sizes = [28, 21, 14, 7]
      .map((bits) => 0x80 | ((length >>> bits) & 0x7f))
      .filter((_, at) => length >>> (28 - 7 * at) > 0);
    const isAsItIs = tag === 'glyf' || tag === 'loca' ? 0xff : 0x3f;
    return Buffer.concat([Buffer.from([isAsItIs]), Buffer.from(tag, 'latin1'), Buffer.from([...sizes, length & 0x7f])]);
  });
  const stream = brotliCompressSync(Buffer.concat([...tables.values()]));
  const head = Buffer.alloc(48);
  head.write('wOF2\0\x01\0\0', 'latin1');
  head.writeUInt16BE(tables.size, 12);
  head.writeUInt32BE(fontOf('\0\x01\0\0', tables, 0).length, 16);
  head.writeUInt32BE(stream.length, 20);
  const font = Buffer.concat([head, ...directory, stream]);
  const padded = Buffer.concat([font, Buffer.alloc(-font.length & 3)]);
  padded.writeUInt32BE(padded.length, 8);
  return padded;
}
