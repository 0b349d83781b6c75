interface Table {
  readonly entry: Buffer;
  readonly bytes: Buffer;
}

/**
 * Returns a TrueType or OpenType font without one of its tables. Returns the same bytes if the font lacks the table.
 */
export function withoutTable(font: Buffer, tag: string): Buffer {
  const count = font.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, index): Table => {
    const entry = Buffer.from(font.subarray(12 + 16 * index, 28 + 16 * index));
    const start = entry.readUInt32BE(8);
    return { entry, bytes: font.subarray(start, start + entry.readUInt32BE(12)) };
  });
  const remaining = tables.filter(({ entry }) => entry.toString('latin1', 0, 4) !== tag);
  if (remaining.length === count) return font;
  const head = Buffer.from(font.subarray(0, 12));
  // Write the fields for binary search (OpenType, table directory).
  const power = Math.floor(Math.log2(remaining.length));
  head.writeUInt16BE(remaining.length, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((remaining.length - 2 ** power) * 16, 10);
  let at = 12 + 16 * remaining.length;
  const parts = remaining.map(({ entry, bytes }) => {
    entry.writeUInt32BE(at, 8);
    // Tables start at multiples of four bytes.
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    at += padded.length;
    return padded;
  });
  return Buffer.concat([head, ...remaining.map(({ entry }) => entry), ...parts]);
}
