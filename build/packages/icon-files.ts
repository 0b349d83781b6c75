/** Icon files of Windows and macOS. Both have a table and a list of PNG pictures. */

/** PNG pictures by size in pixels. */
export type Pictures = ReadonlyMap<number, Buffer>;

/** The maximum size in the table of an `.ico`, where the byte 0 means 256. */
const MAX_ICO_SIZE = 256;
/** The type names of Apple by size in pixels. Some sizes have two names, for both screen densities. */
const ICNS_TYPES = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['icp6', 64],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

/** Returns an `.ico` with all pictures that the format allows. */
export function icoFile(pictures: Pictures): Buffer {
  const used = [...pictures].filter(([size]) => size <= MAX_ICO_SIZE);
  const header = Buffer.alloc(6 + 16 * used.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(used.length, 4);
  let offset = header.length;
  for (const [at, [size, png]] of used.entries()) {
    const entry = 6 + 16 * at;
    header.writeUInt8(size % MAX_ICO_SIZE, entry);
    header.writeUInt8(size % MAX_ICO_SIZE, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...used.map(([, png]) => png)]);
}

/** Returns an `.icns` with all pictures that have an Apple type name. */
export function icnsFile(pictures: Pictures): Buffer {
  const parts = ICNS_TYPES.flatMap(([type, size]) => {
    const png = pictures.get(size);
    return png === undefined ? [] : [block(type, png)];
  });
  return block('icns', Buffer.concat(parts));
}

function block(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
