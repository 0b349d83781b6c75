import { crc32 } from 'node:zlib';
import type { TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import { chooseFonts } from '#shared/drawings/fonts/choose-fonts.ts';
import type { Raster } from '#shared/golden/planes.ts';
import { hasTextAt } from '#shared/lib/byte-match.ts';
import { drawingFrom } from '../engine/compose/drawing-queue.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';

/** A picture of a sheet, and the label above it. */
export interface SheetCell {
  readonly picture: Raster;
  readonly label: string;
}

/**
 * The number of columns, and the file format. `flat png` is smaller for pictures with few colors, `webp` is lossless, and
 * `lossy webp` is for people.
 */
interface SheetLayout {
  readonly columns: number;
  readonly format: keyof typeof ENCODINGS;
}

interface SheetRun {
  readonly tools: Pick<MediaTools, 'ffmpeg'>;
  readonly signal: AbortSignal;
}

/** The maximum width of a contact sheet in pixels. */
const MAX_WIDTH = 1568;
/** The height of the strip with a label, and the gap between cells, in pixels. */
export const LABEL_STRIP_HEIGHT = 18;
export const GAP = 4;
const LABEL_SIZE = 12;

/**
 * Returns the width of the cells of a contact sheet in pixels, and the number of columns. The width is 320 for up to 12
 * pictures, and smaller for more pictures.
 */
export function sheetGrid(count: number): { readonly cell: number; readonly columns: number } {
  const cell = count <= 12 ? 320 : count <= 24 ? 240 : 200;
  return { cell, columns: Math.min(count, Math.floor((MAX_WIDTH + GAP) / (cell + GAP))) };
}

/** Returns the label of a picture: its scene, time, and frame. */
export function sheetLabel({
  scene,
  seconds,
  frame,
}: {
  readonly scene: string;
  readonly seconds: number;
  readonly frame: number;
}): string {
  return `${scene === '' ? '' : `${scene} · `}${seconds.toFixed(2)} s · ${frame}`;
}

/**
 * Makes a contact sheet and returns the bytes of the picture file. The cells run from left to right and from top to
 * bottom, with a label above each picture. All cells have the size of the first one.
 */
export async function makeSheet(
  cells: readonly SheetCell[],
  { columns, format }: SheetLayout,
  run: SheetRun,
): Promise<Uint8Array> {
  const { width: cellWidth = 1, height: cellHeight = 1 } = cells[0]?.picture ?? {};
  const rows = Math.ceil(cells.length / columns);
  const width = columns * (cellWidth + GAP) - GAP;
  const height = rows * (LABEL_STRIP_HEIGHT + cellHeight + GAP) - GAP;
  const pixels = new Uint8Array(3 * width * height).fill(BACKGROUND_GRAY);
  for (const [index, { picture, label }] of cells.entries()) {
    const left = (index % columns) * (cellWidth + GAP);
    const top = Math.floor(index / columns) * (LABEL_STRIP_HEIGHT + cellHeight + GAP);
    await drawLabel(label, { pixels, width, left, top, most: cellWidth }, run.signal);
    for (let row = 0; row < picture.height; row += 1)
      pixels.set(
        picture.pixels.subarray(3 * row * picture.width, 3 * (row + 1) * picture.width),
        3 * ((top + LABEL_STRIP_HEIGHT + row) * width + left),
      );
  }
  return await encodePicture({ pixels, width, height }, format, run);
}

const SMALL_PNG = ['-c:v', 'png', '-compression_level', '9'];
const SMALL_WEBP = ['-pix_fmt', 'bgra', '-c:v', 'libwebp', '-compression_level', '6'];
const ENCODINGS = {
  png: [...SMALL_PNG, '-pred', 'mixed'],
  'flat png': [...SMALL_PNG, '-pred', 'none'],
  jpeg: ['-pix_fmt', 'yuvj444p', '-c:v', 'mjpeg', '-q:v', '3'],
  webp: [...SMALL_WEBP, '-lossless', '1', '-quality', '100'],
  'lossy webp': [...SMALL_WEBP, '-quality', '60'],
} as const;

/** Encodes a picture in RGB with 8 bits per channel, and returns the bytes of the file. */
export async function encodePicture(
  { pixels, width, height }: Raster,
  format: SheetLayout['format'],
  run: SheetRun,
): Promise<Uint8Array> {
  const { stdout } = await runTool({
    program: run.tools.ffmpeg,
    arguments: [
      ...['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${width}x${height}`, '-i', 'pipe:0'],
      ...['-frames:v', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'image2pipe'],
      ...ENCODINGS[format],
      'pipe:1',
    ],
    stdin: oneChunk(pixels),
    signal: run.signal,
  });
  return stdout;
}

/** The gray background of a sheet. Labels are white. */
const BACKGROUND_GRAY = 40;

interface LabelPlace {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly left: number;
  readonly top: number;
  /** The maximum width of the label in pixels. */
  readonly most: number;
}

async function drawLabel(content: string, { pixels, width, left, top, most }: LabelPlace, signal: AbortSignal) {
  const drawn = await drawingFrom(noSource).draw(labelDrawing(content, most), signal);
  if (!drawn.ok) return;
  const { rgba, width: drawnWidth, height: drawnHeight, originX, originY } = drawn.value.picture;
  for (let row = 0; row < drawnHeight; row += 1)
    for (let column = 0; column < drawnWidth; column += 1) {
      const [x, y] = [column - originX, row - originY];
      if (x < 0 || y < 0 || x >= most || y >= LABEL_STRIP_HEIGHT) continue;
      const alpha = (rgba[4 * (row * drawnWidth + column) + 3] ?? 0) / 255;
      const value = Math.round(BACKGROUND_GRAY + alpha * (255 - BACKGROUND_GRAY));
      pixels.fill(value, 3 * ((top + y) * width + left + x), 3 * ((top + y) * width + left + x + 1));
    }
}

function labelDrawing(content: string, width: number): TextDrawing {
  return {
    kind: 'text',
    scale: 1,
    content,
    fonts: chooseFonts(['Noto Sans'], 400, 'normal', []).fonts,
    weight: 400,
    size: LABEL_SIZE,
    color: { red: 255, green: 255, blue: 255, alpha: 1 },
    width,
    height: LABEL_STRIP_HEIGHT,
    padding: { top: 0, right: 2, bottom: 0, left: 2 },
    xAlign: 'left',
    yAlign: 'middle',
    direction: 'auto',
    lineHeight: 1.2,
    letterSpacing: 0,
    autosize: 'none',
    minSize: 1,
    maxLines: 1,
    outline: null,
    shadow: null,
    background: null,
    radius: 0,
  };
}

function noSource(sha256: string): string {
  throw new Error(`a label needs no file: ${sha256}`);
}

/** Yields bytes as the whole standard input of a program. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The contact sheet of a golden film, and the end of its file name. */
export interface GoldenSheet {
  readonly bytes: Uint8Array;
  readonly end: 'webp' | 'png';
}

/** Returns whether the file is a WebP; otherwise it is a PNG. */
export function isWebp(bytes: Uint8Array): boolean {
  return hasTextAt(bytes, 8, 'WEBP');
}

/** Returns the width and the height in the header of a PNG, or of a WebP without animation and opacity (RFC 9649). */
export function sizeOfSheet(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  if (!isWebp(bytes)) return sizeOfPng(bytes);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasTextAt(bytes, 12, 'VP8L')) {
    // Two numbers of 14 bits, which are one less than the sides, follow a byte with a signature.
    const sides = header.getUint32(21, true);
    return { width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 };
  }
  return { width: header.getUint16(26, true) & 0x3fff, height: header.getUint16(28, true) & 0x3fff };
}

/** Returns the width and the height in the header of a PNG file. */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: header.getUint32(16), height: header.getUint32(20) };
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns whether the file of a sheet is complete. */
export function isWholeSheet(bytes: Uint8Array): boolean {
  if (!isWebp(bytes)) return isWholePng(bytes);
  // The size in the header counts the bytes after it (RFC 9649).
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  return hasTextAt(bytes, 0, 'RIFF') && bytes.length === size + 8 && bytes.length > 30;
}

/** Returns whether a PNG file has all its chunks with the right checksums (PNG 5.3). */
function isWholePng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = (at: number) => file.toString('latin1', at + 4, at + 8);
  if (!file.subarray(0, 8).equals(PNG_SIGNATURE) || type(8) !== 'IHDR') return false;
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return false;
    if (type(at) === 'IEND') return true;
    at = end + 4;
  }
  return false;
}
