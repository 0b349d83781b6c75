import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPainter, type Painter } from '../painter.ts';
import { sampleGif } from '../testing/moving-samples.ts';
import { openKit } from '../testing/open-kit.ts';
import { sampleImage } from '../testing/sample-images.ts';
import { image } from '../testing/some-drawings.ts';
import { imageFacts } from './image-facts.ts';
import { orientedSize } from './orientation.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

/** Returns the pixels of a file as eight hexadecimal digits each (RGBA), premultiplied, in row-major order. */
function pixels(bytes: Uint8Array) {
  const drawn = painter.draw(image('file'), () => bytes);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.error));
  const { width, height, rgba } = drawn.value;
  const all = Array.from({ length: width * height }, (_, at) =>
    Buffer.from(rgba.slice(4 * at, 4 * at + 4)).toString('hex'),
  );
  return { width, height, all };
}

/** Builds a bitmap from a header, a palette, and rows. */
function bmp(header: Uint8Array, palette: readonly number[], rows: readonly number[]): Uint8Array {
  const start = 14 + header.length + palette.length;
  const head = Buffer.alloc(14);
  head.write('BM');
  head.writeUInt32LE(start + rows.length, 2);
  head.writeUInt32LE(start, 10);
  return new Uint8Array(Buffer.concat([head, header, Buffer.from(palette), Buffer.from(rows)]));
}

/** Builds a header of Windows or OS/2 2.x. `masks` contains the masks of red, green, blue, and alpha. */
function header(size: number, width: number, height: number, bits: number, masks: readonly number[] = []): Buffer {
  const made = Buffer.alloc(size);
  made.writeUInt32LE(size, 0);
  made.writeInt32LE(width, 4);
  made.writeInt32LE(height, 8);
  made.writeUInt16LE(1, 12);
  made.writeUInt16LE(bits, 14);
  if (masks.length > 0) made.writeUInt32LE(3, 16);
  for (const [index, mask] of masks.entries()) made.writeUInt32LE(mask, 40 + 4 * index);
  return made;
}

/** Builds a header of OS/2 1.x. */
function coreHeader(width: number, height: number, bits: number): Buffer {
  const made = Buffer.alloc(12);
  made.writeUInt32LE(12, 0);
  for (const [index, value] of [width, height, 1, bits].entries()) made.writeUInt16LE(value, 4 + 2 * index);
  return made;
}

const little = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255);
const ARGB4444 = [0x0f00, 0x00f0, 0x000f, 0xf000];
const ARGB1555 = [0x7c00, 0x03e0, 0x001f, 0x8000];
const RGBA8888 = [0xff000000, 0x00ff0000, 0x0000ff00, 0x000000ff];

describe('the pixels of a bitmap', () => {
  test.each([
    [
      'V3, 16 bits',
      bmp(header(56, 2, 1, 16, ARGB4444), [], [...little(0xff00, 2), ...little(0x8f00, 2)]),
      ['ff0000ff', '88000088'],
    ],
    [
      'V5, 16 bits with one bit of opacity',
      bmp(header(124, 2, 1, 16, ARGB1555), [], [...little(0xfc00, 2), ...little(0x7c00, 2)]),
      ['ff0000ff', '00000000'],
    ],
    [
      'V4, 32 bits with opacity in the lowest byte',
      bmp(header(108, 1, 2, 32, RGBA8888), [], [...little(0x00ff0080, 4), ...little(0xff0000ff, 4)]),
      ['ff0000ff', '00800080'],
    ],
    [
      'V5, from the top down',
      bmp(header(124, 1, -2, 32, RGBA8888), [], [...little(0xff0000ff, 4), ...little(0x00ff0080, 4)]),
      ['ff0000ff', '00800080'],
    ],
    [
      'OS/2 1.x with a palette',
      bmp(coreHeader(2, 1, 1), [0, 0, 255, 0, 255, 0], [0b01000000, 0, 0, 0]),
      ['ff0000ff', '00ff00ff'],
    ],
    ['OS/2 1.x, 24 bits', bmp(coreHeader(1, 1, 24), [], [1, 2, 3, 0]), ['030201ff']],
    ['OS/2 2.x, short', bmp(header(16, 1, 1, 8), [0, 0, 0, 0, 1, 2, 3, 0], [1, 0, 0, 0]), ['030201ff']],
    ['OS/2 2.x, whole', bmp(header(64, 2, 1, 4), [9, 8, 7, 0, 1, 2, 3, 0], [0x10, 0, 0, 0]), ['030201ff', '070809ff']],
  ])('are decoded from %s', (_, bytes, all) => {
    expect(pixels(bytes).all).toEqual(all);
  });

  test('are unreadable in a truncated bitmap', () => {
    const whole = bmp(coreHeader(1, 2, 24), [], [1, 2, 3, 0, 4, 5, 6, 0]);
    const drawn = painter.layOut(image('file'), () => whole.subarray(0, whole.length - 1));
    expect(drawn).toMatchObject({ ok: false, error: { code: 'source/unreadable' } });
  });
});

test('the size of a GIF includes a first frame beyond its screen', () => {
  // The screen has 1 × 1 pixels and the first frame has 3 × 2.
  const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255];
  const frame = [0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 3, 0x84, 0x8f, 0x05, 0, 0x3b];
  const gif = new Uint8Array([...head, ...frame]);
  expect(imageFacts(gif)).toEqual({ format: 'gif', width: 3, height: 2 });
  expect(pixels(gif)).toMatchObject({ width: 3, height: 2 });
});

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** Builds a PNG of 2 × 1 pixels, red and blue, with chunks before its pixels. */
function png(...chunks: readonly Buffer[]): Uint8Array {
  return coloredPng([255, 0, 0, 0, 0, 255], ...chunks);
}

/** Builds a PNG of 2 × 1 pixels with chunks before its pixels. */
function coloredPng(rgb: readonly number[], ...chunks: readonly Buffer[]): Uint8Array {
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const ihdr = chunk('IHDR', Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0]));
  const idat = chunk('IDAT', deflateSync(Buffer.from([0, ...rgb])));
  return new Uint8Array(Buffer.concat([start, ihdr, ...chunks, idat, chunk('IEND', Buffer.alloc(0))]));
}

/** Builds a gray PNG with one row of pixels and with a gamma. The file stores the gamma times 100,000. */
function grayPng(bits: 8 | 16, values: readonly number[], gamma: number | null, transparent?: number): Uint8Array {
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const [ihdr, row, gama] = [Buffer.alloc(13), Buffer.alloc(1 + (values.length * bits) / 8), Buffer.alloc(4)];
  ihdr.writeUInt32BE(values.length, 0);
  ihdr.writeUInt32BE(1, 4);
  ihdr.writeUInt8(bits, 8);
  for (const [at, value] of values.entries()) row.writeUIntBE(value, 1 + (at * bits) / 8, bits / 8);
  gama.writeUInt32BE(Math.round((gamma ?? 0) * 100_000));
  const chunks = [chunk('IHDR', ihdr), ...(gamma === null ? [] : [chunk('gAMA', gama)])];
  if (transparent !== undefined) chunks.push(chunk('tRNS', Buffer.from([transparent >> 8, transparent & 255])));
  const end = [chunk('IDAT', deflateSync(row)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([start, ...chunks, ...end]));
}

/** Returns the sRGB value of a linear value (IEC 61966-2-1). */
function encoded(light: number): number {
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}

describe('a gray PNG', () => {
  test.each([
    [8, 1],
    [16, 1],
    [8, 0.45455],
    [16, 0.45455],
    [16, 0.6],
    [16, null],
  ] as const)('is drawn with %i bits and its gamma: %s', (bits, gamma) => {
    const most = 2 ** bits - 1;
    const values = Array.from({ length: 33 }, (_, at) => Math.round((at * most) / 32));
    const drawn = pixels(grayPng(bits, values, gamma)).all.map((pixel) => Number.parseInt(pixel.slice(0, 2), 16));
    // With a gamma, a sample is the light to the power of the gamma (PNG 3, 11.3.2.2). Without a gamma, it is an
    // sRGB value.
    const right = values.map((value) =>
      gamma === null ? (255 * value) / most : encoded((value / most) ** (1 / gamma)),
    );
    for (const [at, value] of right.entries())
      expect(Math.abs((drawn[at] ?? 0) - value), `value ${at}`).toBeLessThan(1.5);
  });
});

test.each([0.6, 1, 1.8])('a dark 16-bit gray value becomes the nearest level: gamma %s', (gamma) => {
  const values = Array.from({ length: 2000 }, (_, at) => at);
  const drawn = pixels(grayPng(16, values, gamma)).all.map((pixel) => Number.parseInt(pixel.slice(0, 2), 16));
  for (const value of values)
    expect(Math.abs((drawn[value] ?? 0) - encoded((value / 65_535) ** (1 / gamma))), `value ${value}`).toBeLessThan(
      0.51,
    );
});

test('a 16-bit gray PNG has a single transparent value', () => {
  const drawn = pixels(grayPng(16, [0x1234, 0x1235, 0xff34], 1, 0x1234)).all;
  expect(drawn.map((pixel) => pixel.slice(6))).toEqual(['00', 'ff', 'ff']);
});

/** Builds EXIF data with an orientation, in either byte order. */
function exifData(orientation: number, isLittle: boolean): Buffer {
  const big = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const small = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0];
  return Buffer.from(isLittle ? small : big);
}

const exif = (orientation: number, isLittle: boolean) => chunk('eXIf', exifData(orientation, isLittle));
/** The header of EXIF data in a JPEG, which some programs write into other files. */
const JPEG_HEADER = Buffer.from('Exif\0\0', 'latin1');

const [RED, BLUE] = ['ff0000ff', '0000ffff'];

describe('a PNG with the chunk eXIf', () => {
  test.each([
    [1, 2, 1, [RED, BLUE]],
    [2, 2, 1, [BLUE, RED]],
    [3, 2, 1, [BLUE, RED]],
    [4, 2, 1, [RED, BLUE]],
    [5, 1, 2, [RED, BLUE]],
    [6, 1, 2, [RED, BLUE]],
    [7, 1, 2, [BLUE, RED]],
    [8, 1, 2, [BLUE, RED]],
    [9, 2, 1, [RED, BLUE]],
  ])('is drawn upright: orientation %s', (orientation, width, height, all) => {
    for (const isLittle of [false, true]) {
      const file = png(exif(orientation, isLittle));
      expect(pixels(file)).toEqual({ width, height, all });
      expect(painter.layOut(image('file'), () => file)).toMatchObject({ ok: true, value: { width, height } });
    }
  });

  test('is treated as upright if its EXIF data is truncated', () => {
    const cut = chunk('eXIf', Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 200]));
    expect(pixels(png(cut)).all).toEqual([RED, BLUE]);
  });
});

/** Adds EXIF data to a still WebP of 48 × 32 pixels. */
function webpWithExif(still: Uint8Array, data: Buffer): Uint8Array {
  const riffChunk = (type: string, body: Uint8Array) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(type), size, body, Buffer.alloc(body.length % 2)]);
  };
  const head = riffChunk('VP8X', Buffer.from([8, 0, 0, 0, 47, 0, 0, 31, 0, 0]));
  const chunks = [Buffer.from('WEBP'), head, still.subarray(12), riffChunk('EXIF', data)];
  return new Uint8Array(riffChunk('RIFF', Buffer.concat(chunks)));
}

describe('EXIF data with the header of JPEG', () => {
  test.each(['webp', 'losslessWebp'] as const)('orients a WebP: %s', (name) => {
    for (const isLittle of [false, true])
      for (const orientation of [1, 2, 3, 6, 8]) {
        const data = exifData(orientation, isLittle);
        const [plain, headed] = [data, Buffer.concat([JPEG_HEADER, data])].map((each) =>
          webpWithExif(sampleImage(name), each),
        );
        if (plain === undefined || headed === undefined) throw new Error('no files');
        const size = orientation < 5 ? { width: 48, height: 32 } : { width: 32, height: 48 };
        expect(pixels(headed)).toEqual(pixels(plain));
        expect(pixels(headed)).toMatchObject(size);
        expect(painter.layOut(image('file'), () => headed)).toMatchObject({ ok: true, value: size });
        const facts = imageFacts(headed);
        expect(facts && orientedSize(headed, facts)).toEqual(size);
      }
  });

  test('orients a PNG', () => {
    const file = png(chunk('eXIf', Buffer.concat([JPEG_HEADER, exifData(6, true)])));
    expect(pixels(file)).toEqual({ width: 1, height: 2, all: [RED, BLUE] });
    const facts = imageFacts(file);
    expect(facts && orientedSize(file, facts)).toEqual({ width: 1, height: 2 });
  });
});

test('an animated PNG is drawn with a note about its first frame', () => {
  const frames = (count: number) => chunk('acTL', Buffer.from([0, 0, 0, count, 0, 0, 0, 0]));
  const notShown = (file: Uint8Array) => {
    const laidOut = painter.layOut(image('file'), () => file);
    return laidOut.ok ? laidOut.value.notShown : null;
  };
  expect(notShown(png(frames(3)))).toEqual({ of: 'animation' });
  expect(notShown(png(frames(1)))).toBeUndefined();
  expect(notShown(png())).toBeUndefined();
});

test('a truncated GIF is reported with the number of its complete frames', () => {
  const frame = { grey: 100, delay: 5 };
  const gif = sampleGif([frame, frame, frame], { width: 20, height: 10 });
  const notShown = (file: Uint8Array) => {
    const laidOut = painter.layOut(image('file'), () => file);
    return laidOut.ok ? laidOut.value.notShown : laidOut.error.code;
  };
  expect(notShown(gif)).toBeUndefined();
  // Many programs omit the trailer.
  expect(notShown(gif.subarray(0, -1))).toBeUndefined();
  expect(notShown(gif.subarray(0, -3))).toEqual({ of: 'cut', frames: 2 });
  const third = gif.lastIndexOf(0xf9) - 1;
  const second = gif.lastIndexOf(0xf9, third) - 1;
  expect(notShown(gif.subarray(0, third - 10))).toEqual({ of: 'cut', frames: 1 });
  expect(notShown(gif.subarray(0, second - 10))).toBe('source/unreadable');
});

describe('a PNG with code points', () => {
  const cicp = (primaries: number, transfer: number) => chunk('cICP', Buffer.from([primaries, transfer, 0, 1]));
  const gama = chunk('gAMA', Buffer.from([0, 1, 0x86, 0xa0]));
  // Values of Display P3 and BT.2020, converted to sRGB by the matrices of their primaries (ISO/IEC 23091-2, table
  // 2).
  test.each([
    ['Display P3', [cicp(12, 13)], [138, 59, 199, 215, 93, 31]],
    ['Display P3 with another gamma beside it', [gama, cicp(12, 13)], [138, 59, 199, 215, 93, 31]],
    ['BT.2020 with the curve of sRGB', [cicp(9, 13)], [147, 46, 200, 241, 76, 29]],
    ['sRGB with another gamma beside it', [gama, cicp(1, 13)], [128, 64, 192, 200, 100, 50]],
    ['unknown primaries', [cicp(200, 13)], [128, 64, 192, 200, 100, 50]],
  ])('is drawn with its colors: %s', (_, chunks, expected) => {
    const drawn = pixels(coloredPng([128, 64, 192, 200, 100, 50], ...chunks)).all;
    const values = drawn.flatMap((pixel) => [0, 2, 4].map((at) => Number.parseInt(pixel.slice(at, at + 2), 16)));
    for (const [at, value] of values.entries()) expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(1);
  });
});
