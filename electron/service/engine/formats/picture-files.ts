import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { openPromise, type ZipFile } from 'yauzl';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import { readerOf } from '../../files/read-at.ts';

/** A film that the engine writes from the output of FFmpeg. Disposal closes its file. */
export interface WrittenFilm extends AsyncDisposable {
  /** Adds a piece of FFmpeg's output. Throws `render/wrong-output` for data of another format. */
  readonly take: (piece: Buffer) => Promise<void>;
  /** Writes the end of the film. Throws `render/wrong-output` if a picture is incomplete. */
  readonly finish: () => Promise<void>;
}

/**
 * Writes PNG files into a ZIP archive at `path`: `000001.png` and so on. The files are not compressed again. The
 * archive contains no times, so equal frames give equal bytes. An archive of 4 GiB or 65,535 frames is a ZIP64 archive
 * (APPNOTE 6.3.10, 4.3).
 */
export async function createPngSequence(path: string): Promise<WrittenFilm> {
  const file = await open(path, 'w');
  const parser = createPngParser();
  const entries: Entry[] = [];
  let at = 0;
  let entry: Entry | null = null;
  const write = async (bytes: Buffer, position: number) => {
    for (let done = 0; done < bytes.length; )
      done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  };
  return {
    take: async (piece) => {
      for (let rest = piece; rest.length > 0; ) {
        if (entry === null) {
          entry = { name: frameName(entries.length + 1), start: at, size: 0, crc: 0 };
          at += LOCAL_HEADER + entry.name.length;
        }
        const { length, isEnd } = parser.take(rest);
        const bytes = rest.subarray(0, length);
        await write(bytes, at);
        at += length;
        entry.size += length;
        entry.crc = crc32(bytes, entry.crc);
        rest = rest.subarray(length);
        if (!isEnd) continue;
        // Write the header now, because the size and the checksum are known.
        await write(localHeader(entry), entry.start);
        entries.push(entry);
        entry = null;
      }
    },
    finish: async () => {
      if (entry !== null) throw malformed();
      await write(archiveDirectory(entries, at), at);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/** A file of an archive. Its name is ASCII. */
interface Entry {
  readonly name: string;
  /** The position of its header in the archive. */
  readonly start: number;
  size: number;
  crc: number;
}

const malformed = () => new ServiceError('render/wrong-output', message('film/unreadable'));

/** The file name of a frame, counted from 1. */
function frameName(number: number): string {
  return `${String(number).padStart(6, '0')}.png`;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The length and the type before the data of a PNG chunk, and the checksum after it. */
const CHUNK_HEADER = 8;
const CHUNK_CHECKSUM = 4;

/** Finds the ends of concatenated PNG files (PNG 3, 5.3). */
function createPngParser() {
  const header = Buffer.alloc(CHUNK_HEADER);
  let missing = CHUNK_HEADER;
  let isHeader = true;
  let isFirst = true;
  let isLast = false;
  /** Starts the next chunk or its data. Returns whether the file has ended. */
  const advance = (): boolean => {
    if (isHeader && !isFirst) {
      missing = header.readUInt32BE(0) + CHUNK_CHECKSUM;
      isLast = header.toString('latin1', 4) === 'IEND';
      isHeader = false;
      return false;
    }
    if (isFirst && !header.equals(PNG_SIGNATURE)) throw malformed();
    const isEnd = isLast;
    missing = CHUNK_HEADER;
    isHeader = true;
    isFirst = isEnd;
    isLast = false;
    return isEnd;
  };
  return {
    /** Returns the number of bytes up to the end of the file, or of the piece. */
    take: (piece: Buffer): { readonly length: number; readonly isEnd: boolean } => {
      for (let at = 0; at < piece.length; ) {
        const count = Math.min(missing, piece.length - at);
        if (isHeader) piece.copy(header, CHUNK_HEADER - missing, at, at + count);
        missing -= count;
        at += count;
        if (missing === 0 && advance()) return { length: at, isEnd: true };
      }
      return { length: piece.length, isEnd: false };
    },
  };
}

const LOCAL_HEADER = 30;
const VERSION = 20;
const VERSION_64 = 45;
/** 1 January 1980, the first date of ZIP archives. */
const FIRST_DATE = 0x21;
/** The system and the ZIP version of the writer, and the attributes of a regular Unix file that every user may read. */
const MADE_BY = 0x0300 | VERSION_64;
const ATTRIBUTES = (0o100_644 << 16) >>> 0;
const MOST_16 = 0xffff;
const MOST_32 = 0xffff_ffff;

function localHeader({ name, size, crc }: Entry): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FIRST_DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name, 'latin1')]);
}

function directoryHeader({ name, start, size, crc }: Entry): Buffer {
  const isFar = start >= MOST_32;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  header.writeUInt16LE(FIRST_DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(ATTRIBUTES, 38);
  header.writeUInt32LE(isFar ? MOST_32 : start, 42);
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(start), 4);
  }
  return Buffer.concat([header, Buffer.from(name, 'latin1'), extra]);
}

/** Returns the directory of an archive, which starts at `start`. */
export function archiveDirectory(entries: readonly Readonly<Entry>[], start: number): Buffer {
  return Buffer.concat([...entries.map(directoryHeader), directoryEnd(entries, start)]);
}

/** Returns the records after the directory, which starts at `start`. */
function directoryEnd(entries: readonly Entry[], start: number): Buffer {
  const size = entries.reduce((sum, entry) => sum + 46 + entry.name.length + (entry.start >= MOST_32 ? 12 : 0), 0);
  const count = entries.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, MOST_16), 8);
  end.writeUInt16LE(Math.min(count, MOST_16), 10);
  end.writeUInt32LE(Math.min(size, MOST_32), 12);
  end.writeUInt32LE(Math.min(start, MOST_32), 16);
  if (count < MOST_16 && start < MOST_32) return end;
  const end64 = Buffer.alloc(56 + 20);
  end64.writeUInt32LE(0x0606_4b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_BY, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  // The locator of the preceding record.
  end64.writeUInt32LE(0x0706_4b50, 56);
  end64.writeBigUInt64LE(BigInt(start + size), 64);
  end64.writeUInt32LE(1, 72);
  return Buffer.concat([end64, end]);
}

/** The pictures of a PNG sequence. */
export interface PngPictures {
  readonly count: number;
  /** The first and the last PNG file. */
  readonly first: Buffer;
  readonly last: Buffer;
}

/**
 * Reads all files of a PNG sequence and checks their names and checksums. Returns null if the archive is damaged or has
 * other files.
 */
export async function readPngSequence(path: string, signal: AbortSignal): Promise<PngPictures | null> {
  let count = 0;
  let first: Buffer = Buffer.alloc(0);
  let last = first;
  try {
    for await (const bytes of pngFiles(path, signal)) {
      if (count === 0) first = bytes;
      last = bytes;
      count += 1;
    }
  } catch (error) {
    if (error instanceof DamagedSequenceError) return null;
    throw error;
  }
  return count === 0 ? null : { count, first, last };
}

class DamagedSequenceError extends Error {}

/**
 * Yields the files of a PNG sequence in order. Throws a {@link DamagedSequenceError} if the archive is not a PNG
 * sequence.
 */
async function* pngFiles(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let zip: ZipFile | null = null;
  let count = 0;
  try {
    zip = await openPromise(path, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      count += 1;
      if (entry.fileName !== frameName(count) || crc32(bytes) !== entry.crc32) throw new DamagedSequenceError();
      yield bytes;
    }
  } catch (error) {
    signal.throwIfAborted();
    // The library throws errors without a code for a damaged archive.
    if (error instanceof ServiceError || systemCode(error) !== null) throw error;
    throw new DamagedSequenceError('a damaged archive', { cause: error });
  } finally {
    zip?.close();
  }
}

/** A picture of a WebP file. Its data are the chunks of a still picture, without the RIFF header. */
export interface WebpFrame {
  /** The place in the canvas, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The time until the next frame; 0 for a still picture. */
  readonly milliseconds: number;
  /** Whether the picture is blended with the canvas. Otherwise it replaces its part of the canvas. */
  readonly blends: boolean;
  /** Whether its part of the canvas becomes transparent after the picture. */
  readonly clears: boolean;
  /** The place of the data in the file, in bytes. */
  readonly dataAt: number;
  readonly dataBytes: number;
}

export interface WebpFile {
  readonly width: number;
  readonly height: number;
  /** Whether the file has an animation. A film whose frames are all equal is a still picture. */
  readonly isAnimated: boolean;
  readonly frames: readonly WebpFrame[];
}

const RIFF_CHUNK_HEADER = 8;
const RIFF_HEADER = 12;
/** The part of an `ANMF` chunk before the picture. */
const FRAME_HEADER = 16;
/** The start of a chunk that contains the size of the canvas, of a frame, or of a still picture. */
const CHUNK_HEAD_BYTES = 24;

/**
 * Reads the chunks of a WebP file without its pictures
 * (https://developers.google.com/speed/webp/docs/riff_container). Returns null if the file is truncated or
 * malformed.
 */
export async function readWebpFile(path: string): Promise<WebpFile | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = readerOf(file);
  const riff = await read(0, RIFF_HEADER);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (riff.readUInt32LE(4) + RIFF_CHUNK_HEADER !== size) return null;
  let canvas: Omit<WebpFile, 'frames'> | null = null;
  const frames: WebpFrame[] = [];
  for (let at = RIFF_HEADER; at < size; ) {
    const head = await read(at, RIFF_CHUNK_HEADER + CHUNK_HEAD_BYTES);
    if (head.length < RIFF_CHUNK_HEADER) return null;
    const length = head.readUInt32LE(4);
    const end = at + RIFF_CHUNK_HEADER + length + (length % 2);
    if (end > size) return null;
    const name = head.toString('latin1', 0, 4);
    const data = head.subarray(RIFF_CHUNK_HEADER);
    if (name === 'VP8X') canvas = { ...sizeAt(data, 4), isAnimated: ((data[0] ?? 0) & 0x02) !== 0 };
    if (name === 'ANMF') frames.push(animationFrame(data, at + RIFF_CHUNK_HEADER, length));
    const still = sizeOfStill(name, data);
    if (still !== null) {
      canvas ??= { ...still, isAnimated: false };
      frames.push(stillFrame(still, at, end - at));
    }
    at = end;
  }
  return canvas === null || frames.length === 0 ? null : { ...canvas, frames };
}

/** Returns a still WebP file with the picture of a frame. */
export async function stillOfFrame(path: string, { dataAt, dataBytes }: WebpFrame): Promise<Buffer> {
  await using file = await open(path);
  const data = await readerOf(file)(dataAt, dataBytes);
  const riff = Buffer.alloc(RIFF_HEADER);
  riff.write('RIFF', 0, 'latin1');
  riff.writeUInt32LE(4 + data.length, 4);
  riff.write('WEBP', 8, 'latin1');
  return Buffer.concat([riff, data]);
}

function animationFrame(data: Buffer, dataAt: number, length: number): WebpFrame {
  const flags = data[15] ?? 0;
  return {
    // The file stores half of each coordinate.
    left: 2 * data.readUIntLE(0, 3),
    top: 2 * data.readUIntLE(3, 3),
    ...sizeAt(data, 6),
    milliseconds: data.readUIntLE(12, 3),
    blends: (flags & 0x02) === 0,
    clears: (flags & 0x01) !== 0,
    dataAt: dataAt + FRAME_HEADER,
    dataBytes: length - FRAME_HEADER,
  };
}

function stillFrame(size: { readonly width: number; readonly height: number }, at: number, bytes: number): WebpFrame {
  return { left: 0, top: 0, ...size, milliseconds: 0, blends: false, clears: false, dataAt: at, dataBytes: bytes };
}

/** Reads two sides of 24 bits each. The file stores each side minus one. */
function sizeAt(data: Buffer, at: number): { readonly width: number; readonly height: number } {
  return { width: data.readUIntLE(at, 3) + 1, height: data.readUIntLE(at + 3, 3) + 1 };
}

/** Returns the size of a chunk with a still picture; null for other and for malformed chunks. */
function sizeOfStill(name: string, data: Buffer): { readonly width: number; readonly height: number } | null {
  if (name === 'VP8 ') return lossySize(data);
  return name === 'VP8L' ? losslessSize(data) : null;
}

/** Reads the size in the header of a sync frame (RFC 6386, 9.1). */
function lossySize(data: Buffer): { readonly width: number; readonly height: number } | null {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** Reads the size in the header of a lossless picture (RFC 9649, 3.4). */
function losslessSize(data: Buffer): { readonly width: number; readonly height: number } | null {
  if (data.length < 5 || data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
