import { deflateSync } from 'node:zlib';
import { type Bomb, packedBitmap, pngChunk, pngOf, scans, zeros } from './bombs.ts';
import { joined, times, u16, u32 } from './hostile-font-tables.ts';

const MEBIBYTE = 2 ** 20;

/** Returns a small PNG with additional chunks. */
const small = (more: Buffer) => pngOf(10, 10, 8, 6, zeros(410), more);

export function hostilePngs(png: Uint8Array): readonly Bomb[] {
  const packedText = (bytes: number) => pngChunk('zTXt', joined('a\0\0', zeros(bytes)));
  const bytes = Buffer.from(png);
  const interlaced = pngOf(8192, 6100, 16, 6, zeros(8 * 8192 * 6100 + 8 * 6100));
  interlaced[28] = 1;
  return [
    ['words of 300 MiB', small(packedText(300 * MEBIBYTE))],
    ['300 words of 8 MiB', small(Buffer.concat(times(300, () => packedText(8 * MEBIBYTE))))],
    [
      '300 profiles of 8 MiB',
      small(Buffer.concat(times(300, () => pngChunk('iCCP', joined('p\0\0', zeros(8 * MEBIBYTE)))))),
    ],
    ['100,000 words', small(Buffer.alloc(1_500_000, pngChunk('tEXt', joined('a\0b'))))],
    ['500,000 empty pieces of a picture', small(Buffer.alloc(6_000_000, pngChunk('IDAT', Buffer.alloc(0))))],
    ['all pixels, interlaced, and its sums do not fit', interlaced],
    ['65,535 frames that are not there', small(pngChunk('acTL', joined(u32(65_535, 0))))],
    ['no palette', pngOf(10, 10, 8, 3, zeros(110))],
    ['a palette of 900 colours', pngOf(10, 10, 8, 3, zeros(110), pngChunk('PLTE', Buffer.alloc(2700)))],
    ['three bits', pngOf(10, 10, 3, 2, zeros(410))],
    ['a kind that is none', pngOf(10, 10, 8, 9, zeros(410))],
    ['a filter that is none', pngOf(10, 10, 8, 6, deflateSync(Buffer.alloc(410, 7)))],
    ['no picture', pngOf(10, 10, 8, 6, Buffer.alloc(0))],
    ['a picture that is no deflate', pngOf(10, 10, 8, 6, Buffer.alloc(500, 99))],
    ['no width', pngOf(0, 10, 8, 6, zeros(10))],
    ['8193 × 1', pngOf(8193, 1, 8, 6, zeros(32_800))],
    ['1 × 8192', pngOf(1, 8192, 8, 6, zeros(5 * 8192))],
    ['EXIF that goes in circles', small(pngChunk('eXIf', exifLoop()))],
    ['a chunk of 2 GiB', joined(bytes.subarray(0, 33), u32(0x7fffffff), 'tEXt')],
    ['sums that are wrong', Buffer.from(bytes).fill(0, bytes.length - 20, bytes.length - 13)],
    ['a head twice', joined(bytes.subarray(0, 33), bytes.subarray(8))],
    ['a zip behind it', joined(bytes, 'PK\x05\x06', Buffer.alloc(18))],
    ['a page behind it', joined(bytes, '<script>while(1);</script>')],
  ];
}

/** Returns an EXIF directory whose next directory is itself (CIPA DC-008). */
function exifLoop(): Buffer {
  return joined(
    'II*\0',
    [8, 0, 0, 0],
    [2, 0],
    [0x12, 1, 3, 0, 1, 0, 0, 0, 99, 0, 0, 0],
    [0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0],
    [8, 0, 0, 0],
  );
}

export function hostileJpegs(jpeg: Uint8Array): readonly Bomb[] {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
  const scan = bytes.indexOf(Buffer.from('ffda', 'hex'));
  const codes = bytes.indexOf(Buffer.from('ffc4', 'hex'));
  const with_ = (at: number, ...values: readonly number[]) => {
    const copy = Buffer.from(bytes);
    copy.set(values, at);
    return copy;
  };
  const segment = (marker: number, content: Buffer) => joined([0xff, marker], u16(content.length + 2), content);
  const before = (...segments: readonly Buffer[]) => joined(bytes.subarray(0, 2), ...segments, bytes.subarray(2));
  return [
    ...[0xc1, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd].map(
      (kind) => [`a frame of the kind ${kind.toString(16)}`, with_(frame + 1, kind)] as const,
    ),
    ['12 bits', with_(frame + 4, 12)],
    ['255 parts of a colour', with_(frame + 9, 255)],
    ['four parts of a colour', with_(frame + 9, 4)],
    ['parts of no size', with_(frame + 11, 0)],
    ['parts of 15 × 15', with_(frame + 11, 0xff)],
    ['tables of codes that overflow', Buffer.from(bytes).fill(255, codes + 5, codes + 21)],
    ['no codes', Buffer.from(bytes).fill(0, codes + 5, codes + 21)],
    ['tables that are not there', with_(scan + 6, 0xff)],
    ['10,000 scans of a small picture', scans(64, 64, 10_000)],
    ['300 scans of 4 megapixels', scans(2048, 2048, 300)],
    ['30 scans of 48 megapixels', scans(8000, 6000, 30)],
    ['EXIF that goes in circles', before(segment(0xe1, joined('Exif\0\0', exifLoop())))],
    [
      'a turn that is none',
      before(
        segment(0xe1, joined('Exif\0\0II*\0', [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0])),
      ),
    ],
    [
      '255 parts of a profile',
      before(...times(255, (at) => segment(0xe2, joined('ICC_PROFILE\0', [at + 1, 255], Buffer.alloc(65_000))))),
    ],
    [
      'a profile that lies',
      before(segment(0xe2, joined('ICC_PROFILE\0', [1, 1], u32(0xffffffff), Buffer.alloc(900, 255)))),
    ],
    ['100,000 notes', before(Buffer.alloc(500_000, segment(0xfe, joined('a'))))],
    ['10 MiB of filling', joined(bytes.subarray(0, 2), Buffer.alloc(10 * MEBIBYTE, 255), bytes.subarray(3))],
    ['restarts everywhere', joined(bytes.subarray(0, scan), segment(0xdd, joined(u16(1))), bytes.subarray(scan))],
    ['a frame twice', joined(bytes.subarray(0, scan), bytes.subarray(frame))],
    ['no scan', joined(bytes.subarray(0, scan), [0xff, 0xd9])],
    ['a scan of nothing', joined(bytes.subarray(0, scan + 14), [0xff, 0xd9])],
    ['ends at once', joined([0xff, 0xd8, 0xff, 0xd9])],
    ['a segment of no length', joined([0xff, 0xd8, 0xff, 0xe0], u16(0), bytes.subarray(4))],
  ];
}

export function hostileBitmaps(bmp: Uint8Array): readonly Bomb[] {
  const lying = (at: number, ...values: readonly number[]) => {
    const copy = Buffer.from(bmp);
    copy.set(values, at);
    return copy;
  };
  return [
    ...[1, 2, 3, 4, 5, 6, 11, 255].map((kind) => [`a packing of the kind ${kind}`, lying(30, kind)] as const),
    ...[0, 1, 2, 4, 8, 16, 32, 255].map((bits) => [`${bits} bits`, lying(28, bits)] as const),
    ...[0, 12, 16, 64, 255].map((size) => [`a head of ${size} bytes`, lying(14, size)] as const),
    ['pixels behind the end', lying(10, 255, 255, 255, 127)],
    ['pixels in the head', lying(10, 2, 0, 0, 0)],
    ['rows from above', lying(22, 0xf4, 255, 255, 255)],
    ['no rows', lying(22, 0, 0, 0, 0)],
    ['packed: jumps out of the picture', packedBitmap(100, 100, Buffer.alloc(4000, Buffer.from([0, 2, 255, 255])))],
    ['packed: ends of rows', packedBitmap(100, 100, Buffer.alloc(4000))],
    ['packed: 4,000,000 runs', packedBitmap(8192, 6100, Buffer.alloc(8_000_000, Buffer.from([255, 1])))],
    ['packed: words that lie', packedBitmap(100, 100, Buffer.from([0, 255, 1]))],
  ];
}

/** Files other than pictures, files with a wrong extension, and files with two formats. */
export function unsupportedImages(
  images: Readonly<Record<'png' | 'jpeg' | 'gif' | 'webp', Uint8Array>>,
): readonly Bomb[] {
  return [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0x89])],
    ['a page', Buffer.from('<!doctype html><img src="file:///etc/passwd">')],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['noughts', Buffer.alloc(5000)],
    ['a TIFF', joined('II*\0', [8, 0, 0, 0, 0, 0])],
    ['an icon', joined([0, 0, 1, 0, 1, 0], Buffer.alloc(40))],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n')],
    [
      'a list of commands of ImageMagick',
      Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/"\n'),
    ],
    ['AVIF', joined(u32(32), 'ftypavif', Buffer.alloc(20))],
    ['a PNG in a GIF', joined(Buffer.from(images.gif).subarray(0, 13), images.png as Buffer)],
    ['a JPEG behind a PNG', Buffer.concat([images.png, images.jpeg])],
    ['a head of PNG before a JPEG', Buffer.concat([images.png.subarray(0, 8), images.jpeg])],
    ['a head of WebP before a GIF', Buffer.concat([images.webp.subarray(0, 12), images.gif])],
    ['an SVG, packed', Buffer.from('1f8b080000000000', 'hex')],
  ];
}
