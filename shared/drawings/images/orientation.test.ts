import { expect, test } from 'vitest';
import { imageFacts } from './image-facts.ts';
import { orientedSize } from './orientation.ts';

/** Builds the start of a JPEG of 40 × 30 pixels, up to its frame header, with an EXIF orientation. */
function jpeg(orientation: number, isLittle: boolean): Uint8Array {
  const number = (value: number, bytes: number, little: boolean) => {
    const all = Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 0xff);
    return little ? all.toReversed() : all;
  };
  const short = (value: number) => number(value, 2, isLittle);
  const long = (value: number) => number(value, 4, isLittle);
  const entry = [...short(0x0112), ...short(3), ...long(1), ...short(orientation), 0, 0];
  const tiff = [
    ...(isLittle ? [0x49, 0x49] : [0x4d, 0x4d]),
    ...short(42),
    ...long(8),
    ...short(1),
    ...entry,
    ...long(0),
  ];
  const exif = [...new TextEncoder().encode('Exif'), 0, 0, ...tiff];
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, ...number(exif.length + 2, 2, false), ...exif, ...frame]);
}

function sizeOf(bytes: Uint8Array) {
  const facts = imageFacts(bytes);
  return facts && orientedSize(bytes, facts);
}

test('a photo with a sideways orientation swaps width and height', () => {
  for (const isLittle of [true, false]) {
    expect(sizeOf(jpeg(1, isLittle))).toEqual({ width: 40, height: 30 });
    expect(sizeOf(jpeg(3, isLittle))).toEqual({ width: 40, height: 30 });
    expect(sizeOf(jpeg(6, isLittle))).toEqual({ width: 30, height: 40 });
    expect(sizeOf(jpeg(8, isLittle))).toEqual({ width: 30, height: 40 });
  }
});

test('a truncated EXIF structure is ignored', () => {
  const whole = jpeg(6, true);
  const facts = { format: 'jpeg', width: 40, height: 30 };
  for (let end = 2; end < 32; end++) expect(orientedSize(whole.subarray(0, end), facts).width).toBe(40);
});
