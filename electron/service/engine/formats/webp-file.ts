import { type FileHandle, open } from 'node:fs/promises';

/** A picture of a WebP file. Its data are the chunks of a still picture, without the RIFF header. */
export interface WebpFrame {
  /** The place in the canvas, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The time until the next frame; 0 for a still picture. */
  readonly milliseconds: number;
  /** Whether the picture is drawn over the canvas. Otherwise it replaces its part of the canvas. */
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

const CHUNK_HEADER = 8;
const RIFF_HEADER = 12;
/** The part of an `ANMF` chunk before the picture. */
const FRAME_HEADER = 16;
/** The start of a chunk that contains the size of the canvas, of a frame, or of a still picture. */
const HEAD_BYTES = 24;

/**
 * Reads the chunks of a WebP file without its pictures
 * (https://developers.google.com/speed/webp/docs/riff_container). Returns null if the file is truncated or
 * malformed.
 */
export async function readWebpFile(path: string): Promise<WebpFile | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  const riff = await bytesAt(file, 0, RIFF_HEADER);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (riff.readUInt32LE(4) + CHUNK_HEADER !== size) return null;
  let canvas: Omit<WebpFile, 'frames'> | null = null;
  const frames: WebpFrame[] = [];
  for (let at = RIFF_HEADER; at < size; ) {
    const head = await bytesAt(file, at, CHUNK_HEADER + HEAD_BYTES);
    if (head.length < CHUNK_HEADER) return null;
    const length = head.readUInt32LE(4);
    const end = at + CHUNK_HEADER + length + (length % 2);
    if (end > size) return null;
    const name = head.toString('latin1', 0, 4);
    const data = head.subarray(CHUNK_HEADER);
    if (name === 'VP8X') canvas = { ...sizeAt(data, 4), isAnimated: ((data[0] ?? 0) & 0x02) !== 0 };
    if (name === 'ANMF') frames.push(animationFrame(data, at + CHUNK_HEADER, length));
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
  const data = await bytesAt(file, dataAt, dataBytes);
  const riff = Buffer.alloc(RIFF_HEADER);
  riff.write('RIFF', 0, 'latin1');
  riff.writeUInt32LE(4 + data.length, 4);
  riff.write('WEBP', 8, 'latin1');
  return Buffer.concat([riff, data]);
}

function animationFrame(data: Buffer, dataAt: number, length: number): WebpFrame {
  const flags = data[15] ?? 0;
  return {
    // The file has half of each coordinate.
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

/** Reads two sides of 24 bits each. The file has each side minus one. */
function sizeAt(data: Buffer, at: number): { readonly width: number; readonly height: number } {
  return { width: data.readUIntLE(at, 3) + 1, height: data.readUIntLE(at + 3, 3) + 1 };
}

/** Returns the size of a chunk with a still picture; null for other and for malformed chunks. */
function sizeOfStill(name: string, data: Buffer): { readonly width: number; readonly height: number } | null {
  if (name === 'VP8 ') return lossySize(data);
  return name === 'VP8L' ? losslessSize(data) : null;
}

/** Reads the size in the header of a key frame (RFC 6386, 9.1). */
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

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
