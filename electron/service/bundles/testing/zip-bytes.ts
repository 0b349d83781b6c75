import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP archive with optional faults. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly deflate?: boolean;
  /** The size in both headers; it may be wrong. */
  readonly claimedSize?: number;
  readonly method?: number;
  readonly flags?: number;
  /** The Unix mode, in the upper half of the external attributes. */
  readonly mode?: number;
  /** The name in the header before the bytes, if the directory has another name. */
  readonly localName?: string;
  /** The name of another entry whose position the directory states for this entry. */
  readonly placeOf?: string;
}

const UTF8 = 0x800;

/** Writes a ZIP archive byte by byte, because libraries refuse to write invalid archives. */
export function zipBytes(parts: readonly ZipEntry[], changes: { readonly entryCount?: number } = {}): Buffer {
  const pieces: Buffer[] = [];
  const places = new Map<string, number>();
  let at = 0;
  const push = (piece: Buffer): void => {
    pieces.push(piece);
    at += piece.length;
  };
  const records = parts.map((part) => {
    const packed = packedOf(part);
    places.set(part.name, at);
    const place = at;
    push(localHeader(part, packed));
    push(packed);
    return { part, packed, place };
  });
  const listAt = at;
  for (const { part, packed, place } of records) {
    push(listRecord(part, packed, part.placeOf === undefined ? place : (places.get(part.placeOf) ?? 0)));
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(changes.entryCount ?? parts.length, 8);
  end.writeUInt16LE(changes.entryCount ?? parts.length, 10);
  end.writeUInt32LE(at - listAt, 12);
  end.writeUInt32LE(listAt, 16);
  push(end);
  return Buffer.concat(pieces);
}

function packedOf({ bytes, deflate = false }: ZipEntry): Buffer {
  const plain = Buffer.from(bytes);
  return deflate ? deflateRawSync(plain) : plain;
}

function fields(part: ZipEntry, packed: Buffer): Buffer {
  const plain = Buffer.from(part.bytes);
  const buffer = Buffer.alloc(22);
  buffer.writeUInt16LE(20, 0);
  buffer.writeUInt16LE(part.flags ?? UTF8, 2);
  buffer.writeUInt16LE(part.method ?? (part.deflate === true ? 8 : 0), 4);
  buffer.writeUInt32LE(0x2821_0000, 6);
  buffer.writeUInt32LE(crc32(plain), 10);
  buffer.writeUInt32LE(packed.length, 14);
  buffer.writeUInt32LE(part.claimedSize ?? plain.length, 18);
  return buffer;
}

function localHeader(part: ZipEntry, packed: Buffer): Buffer {
  const name = Buffer.from(part.localName ?? part.name);
  const head = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(name.length, 0);
  return Buffer.concat([head, fields(part, packed), lengths, name]);
}

function listRecord(part: ZipEntry, packed: Buffer, place: number): Buffer {
  const name = Buffer.from(part.name);
  // The archive states that it was made on Unix, so that readers use the modes.
  const head = Buffer.from([0x50, 0x4b, 0x01, 0x02, 20, 3]);
  const rest = Buffer.alloc(18);
  rest.writeUInt16LE(name.length, 0);
  rest.writeUInt32LE(((part.mode ?? 0o100_644) << 16) >>> 0, 10);
  rest.writeUInt32LE(place, 14);
  return Buffer.concat([head, fields(part, packed), rest, name]);
}

/** Returns the fields of a manifest's item for an asset with these bytes. */
export function listed(name: string, bytes: Uint8Array | string) {
  return { name, size: Buffer.byteLength(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
}
