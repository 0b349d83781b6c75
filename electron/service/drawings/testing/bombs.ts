import { brotliCompressSync, constants, crc32, deflateSync } from 'node:zlib';
import { sampleGif, sampleWebp } from '#shared/drawings/testing/moving-samples.ts';

/** A description, and a file that is crafted to use memory or time. */
export type Bomb = readonly [what: string, bytes: Uint8Array];

const MEBIBYTE = 2 ** 20;
/** The side lengths of an image with almost the maximum number of pixels (`imagePixels`). */
const [WIDE, HIGH] = [8192, 6100];

/** Returns a copy of the bytes, overwritten at these positions. */
function lying(bytes: Uint8Array, ...lies: readonly (readonly [at: number, hex: string])[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, hex] of lies) Buffer.from(hex, 'hex').copy(copy, at);
  return copy;
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

export function pngOf(
  width: number,
  height: number,
  bits: number,
  kind: number,
  picture: Buffer,
  more: Buffer = Buffer.alloc(0),
) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([bits, kind], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const chunks = [pngChunk('IHDR', head), more, pngChunk('IDAT', picture), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

const packedZeros = new Map<number, Buffer>();

/** Returns this many zeros, compressed. */
export function zeros(bytes: number): Buffer {
  const packed = packedZeros.get(bytes) ?? deflateSync(Buffer.alloc(bytes), { level: 1 });
  packedZeros.set(bytes, packed);
  return packed;
}

export const pngBombs: () => readonly Bomb[] = () => [
  ['as many pixels as may be, of eight bytes each', pngOf(WIDE, HIGH, 16, 6, zeros((WIDE * 8 + 1) * HIGH))],
  ['four thousand million pixels', pngOf(65_535, 65_535, 8, 6, zeros(100))],
  ['all pixels that may be, and the bytes of ten', pngOf(WIDE, HIGH, 8, 6, zeros(40))],
  ['300 MiB behind ten pixels', pngOf(10, 10, 8, 6, zeros(300 * MEBIBYTE))],
  [
    'a profile of 300 MiB',
    pngOf(10, 10, 8, 6, zeros(410), pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zeros(300 * MEBIBYTE)]))),
  ],
];

/**
 * Returns a progressive JPEG of one color with this number of scans. Each scan covers the whole picture (ITU-T T.81,
 * G).
 */
export function scans(width: number, height: number, count: number): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const frame = [0xff, 0xc2, 0, 11, 8, ...size, 1, 1, 0x11, 0];
  const quantization = [0xff, 0xdb, 0, 67, 0, ...Array.from({ length: 64 }, () => 1)];
  // Each Huffman table has one code of one bit. In the first scan it means "no difference", and in later scans "end of
  // band".
  const codes = [0, 0x10].flatMap((kind) => [0xff, 0xc4, 0, 20, kind, 1, ...Array.from({ length: 15 }, () => 0), 0]);
  const first = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0];
  const bits = Array.from({ length: Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8)) / 8) }, () => 0);
  const next = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0]);
  const head = Buffer.from([0xff, 0xd8, ...quantization, ...frame, ...codes, ...first, ...bits]);
  return Buffer.concat([head, ...Array.from({ length: count }, () => next), Buffer.from([0xff, 0xd9])]);
}

/** Returns the position of the height and the width in the frame header. */
function jpegSizeAt(jpeg: Uint8Array): number {
  return Buffer.from(jpeg).indexOf(Buffer.from('ffc0', 'hex')) + 5;
}

export const jpegBombs: (jpeg: Uint8Array) => readonly Bomb[] = (jpeg) => [
  ['65,500 pixels a side', lying(jpeg, [jpegSizeAt(jpeg), 'ffdcffdc'])],
  ['8,000 × 6,000 pixels, and the bytes of a small picture', lying(jpeg, [jpegSizeAt(jpeg), '17701f40'])],
  ['no height', lying(jpeg, [jpegSizeAt(jpeg), '0000'])],
  ['3,000 scans of 48 megapixels', scans(8000, 6000, 3000)],
];

/** Inserts an extended header with a canvas of this size before the picture (RFC 9649, 2.7). */
function canvasOf(webp: Uint8Array, side: number): Buffer {
  const header = Buffer.alloc(18);
  header.write('VP8X');
  header.writeUInt32LE(10, 4);
  header.writeUIntLE(side - 1, 12, 3);
  header.writeUIntLE(side - 1, 15, 3);
  const whole = Buffer.concat([webp.subarray(0, 12), header, webp.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

export const webpBombs: (lossy: Uint8Array, lossless: Uint8Array) => readonly Bomb[] = (lossy, lossless) => [
  ['16,383 pixels a side', lying(lossy, [26, 'ff3fff3f'])],
  ['7,000 × 7,000 pixels, and the bytes of a small picture', lying(lossy, [26, '581b581b'])],
  ['16,384 pixels a side, without loss', lying(lossless, [21, 'ffffff0f'])],
  ['a canvas of 16,777,216 pixels a side', canvasOf(lossy, 2 ** 24)],
  ['a canvas of 7,000 pixels a side, and a small picture', canvasOf(lossy, 7000)],
];

export const gifBombs: (gif: Uint8Array) => readonly Bomb[] = (gif) => {
  const image = Buffer.from(gif).indexOf(0x2c, 800);
  return [
    ['65,535 pixels a side', lying(gif, [6, 'ffffffff'])],
    ['7,000 × 7,000 pixels, and a small picture', lying(gif, [6, '581b581b'])],
    ['a picture larger than its screen', lying(gif, [image + 5, 'ffffffff'])],
    ['a picture beside its screen', lying(gif, [image + 1, 'ffffffff'])],
  ];
};

/** Returns frames of one pixel each in a corner of a picture. */
const corners = (count: number, delay: number) =>
  Array.from({ length: count }, (_, index) => ({
    grey: index % 250,
    delay,
    area: { left: 0, top: 0, width: 1, height: 1 },
  }));

export const movingGifBombs: () => readonly Bomb[] = () => [
  ['10,001 frames', sampleGif(corners(10_001, 4), { width: 4, height: 4 })],
  ['60 frames of 48 million pixels', sampleGif(corners(60, 4), { width: 6900, height: 6900 })],
  ['4 frames of 48 million pixels', sampleGif(corners(4, 4), { width: 6900, height: 6900 })],
  ['no pixels in its second frame', sampleGif(emptied(corners(4, 4)), { width: 20, height: 20 })],
  ['frames beside their screen', sampleGif(moved(corners(4, 4)), { width: 20, height: 20 })],
];

export const movingWebpBombs: () => readonly Bomb[] = () => [
  ['10,001 frames', sampleWebp(corners(10_001, 40), { width: 4, height: 4 })],
  ['60 frames of 48 million pixels', sampleWebp(corners(60, 40), { width: 6900, height: 6900 })],
  ['4 frames of 48 million pixels', sampleWebp(corners(4, 40), { width: 6900, height: 6900 })],
  ['no pixels in its second frame', sampleWebp(emptied(corners(4, 40)), { width: 20, height: 20 })],
  ['frames beside their canvas', sampleWebp(moved(corners(4, 40)), { width: 20, height: 20 })],
];

type Frames = ReturnType<typeof corners>;
const emptied = (frames: Frames): Frames =>
  frames.map((frame, index) => (index === 1 ? { ...frame, area: { ...frame.area, width: 0 } } : frame));
const moved = (frames: Frames): Frames =>
  frames.map((frame, index) => (index > 0 ? { ...frame, area: { ...frame.area, left: 5000 } } : frame));

/** Returns a compressed bitmap. The runs have up to 255 equal pixels. */
export function packedBitmap(width: number, height: number, picture: Buffer): Buffer {
  const head = Buffer.alloc(54 + 1024);
  head.write('BM');
  head.writeUInt32LE(head.length + picture.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(8, 28);
  head.writeUInt32LE(1, 30);
  return Buffer.concat([head, picture]);
}

export const bmpBombs: (bmp: Uint8Array) => readonly Bomb[] = (bmp) => [
  ['2³¹ − 1 pixels a side', lying(bmp, [18, 'ffffff7fffffff7f'])],
  ['−2³¹ rows', lying(bmp, [22, '00000080'])],
  ['−5 columns', lying(bmp, [18, 'fbffffff'])],
  ['all pixels that may be, packed, and none of them said', packedBitmap(WIDE, HIGH, Buffer.from([0, 1]))],
  ['all pixels that may be, packed', packedBitmap(WIDE, HIGH, Buffer.alloc(400_000, Buffer.from([255, 7])))],
  ['16 colours in a table of four thousand millions', lying(bmp, [28, '0400'], [46, 'ffffffff'])],
];

/** Returns the position of a table in the directory of a plain font. */
function listed(font: Uint8Array, tag: string): number {
  return Buffer.from(font).indexOf(tag, 0, 'latin1');
}
function tableAt(font: Uint8Array, tag: string): number {
  return Buffer.from(font).readUInt32BE(listed(font, tag) + 8);
}

export const trueTypeBombs: (font: Uint8Array) => readonly Bomb[] = (font) => [
  ['65,535 tables', lying(font, [4, 'ffff'])],
  ['65,535 glyphs', lying(font, [tableAt(font, 'maxp') + 4, 'ffff'])],
  ['an em of no units', lying(font, [tableAt(font, 'head') + 18, '0000'])],
  ['outlines of four thousand million bytes', lying(font, [listed(font, 'glyf') + 12, 'ffffffff'])],
  ['outlines that are a glyph of itself', withItself(font)],
  ['lines that are 32,767 units high', lying(font, [tableAt(font, 'hhea') + 4, '7fff8000'])],
];

/** Makes every glyph a composite of twenty of the next glyphs (OpenType, glyf, "Composite Glyph Description"). */
function withItself(font: Uint8Array): Buffer {
  const copy = Buffer.from(font);
  const start = tableAt(font, 'glyf');
  const size = copy.readUInt32BE(listed(font, 'glyf') + 12);
  for (let at = start, glyph = 1; at + 180 < start + size; at += 180, glyph++) {
    copy.writeInt16BE(-1, at);
    for (let part = 0; part < 20; part++) {
      copy.writeUInt16BE(part < 19 ? 0x22 : 0x02, at + 10 + part * 8);
      copy.writeUInt16BE((glyph + part) % 40, at + 12 + part * 8);
    }
  }
  return copy;
}

export const openTypeBombs: (font: Uint8Array) => readonly Bomb[] = (font) => {
  const outlines = tableAt(font, 'CFF ');
  const glyph = Buffer.from(font).lastIndexOf(0x0e);
  return [
    ['65,535 glyphs', lying(font, [tableAt(font, 'maxp') + 4, 'ffff'])],
    ['outlines without a header', lying(font, [outlines, 'ffffffff'])],
    ['offsets of 255 bytes', lying(font, [outlines + 6, 'ff'])],
    ['a subroutine that calls itself', lying(font, [glyph - 13, '8b0a8b0a8b0a8b1d8b1d'])],
  ];
};

export const collectionBombs: (font: Uint8Array) => readonly Bomb[] = (font) => [
  ['four thousand million faces', lying(font, [8, 'ffffffff'])],
  ['a face that is the collection', lying(font, [12, '00000000'])],
  ['a face behind the end', lying(font, [12, 'fffffff0'])],
  ['65,535 tables', lying(font, [Buffer.from(font).readUInt32BE(12) + 4, 'ffff'])],
];

export const compressedFontBombs: (font: Uint8Array) => readonly Bomb[] = (font) => {
  const packed = Buffer.from(font).readUInt32BE(20);
  const directory = font.subarray(0, font.length - packed);
  const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const bomb = Buffer.concat([directory, brotliCompressSync(Buffer.alloc(600 * MEBIBYTE), quickly)]);
  bomb.writeUInt32BE(bomb.length, 8);
  bomb.writeUInt32BE(bomb.length - directory.length, 20);
  return [
    ['600 MiB of zeros', bomb],
    ['four thousand million bytes, unpacked', lying(font, [16, 'ffffffff'])],
    ['four thousand million bytes, packed', lying(font, [20, 'ffffffff'])],
    ['65,535 tables', lying(font, [12, 'ffff'])],
  ];
};
