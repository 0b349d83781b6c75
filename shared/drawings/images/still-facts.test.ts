import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { fontFacts } from '../fonts/font-facts.ts';
import { bundledOrSample } from '../testing/open-kit.ts';
import { imageFacts } from './image-facts.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the size of a picture', () => {
  test.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\0\xf0'],
    ['gif', 'GIF89a\x40\x01\xf0\0'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\xf0\x01\x40'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0'],
    ['bmp', 'BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x40\x01\0\0\xf0\0\0\0'],
  ])('is read only from a complete header: %s', (format, head) => {
    expect(imageFacts(latin1(head))).toEqual({ format, width: 320, height: 240 });
    expect(imageFacts(latin1(head.slice(0, -1)))).toBeNull();
  });
});

test('a JPEG can have fill bytes before its frame', () => {
  const [start, frame] = [[0xff, 0xd8], [...latin1('\xff\xc0\0\x0b\x08\0\xf0\x01\x40')]];
  const filled = (bytes: number) => imageFacts(Uint8Array.from([...start, ...Array(bytes).fill(0xff), ...frame]));
  expect(filled(1000)).toEqual({ format: 'jpeg', width: 320, height: 240 });
  expect(filled(1_000_000)).toBeNull();
});

function font(magic: string): Uint8Array {
  const name = '\0\0\0\x01\0\x12\0\x03\0\x01\x04\x09\0\x01\0\x04\0\0\0A\0b';
  const table = (tag: string, at: number) => `${tag}\0\0\0\0\0\0\0${String.fromCharCode(at)}\0\0\0\0`;
  return latin1(`${magic}\0\x03\0\0\0\0\0\0${table('cmap', 60)}${table('head', 60)}${table('name', 60)}${name}`);
}

describe('a font', () => {
  const plain = { weights: { least: 400, most: 400 }, style: 'normal', isVariable: false, hasOnlySvgColors: false };

  test('is recognized by its signature and tables', () => {
    expect(fontFacts(font('\0\x01\0\0'))).toEqual({ format: 'TrueType', family: 'Ab', ...plain });
    expect(fontFacts(font('OTTO'))).toEqual({ format: 'OpenType', family: 'Ab', ...plain });
  });

  test('is refused if the file ends inside its tables', () => {
    expect(fontFacts(font('OTTO').subarray(0, 62))).toBeNull();
    expect(fontFacts(latin1('plain text'))).toBeNull();
    expect(fontFacts(latin1('wOF2'))).toBeNull();
  });

  test('has a weight and a style', () => {
    for (const { digest, weights, style } of bundledFonts)
      expect(fontFacts(bundledOrSample(digest))).toMatchObject({ weights, style, isVariable: false });
  });

  test('is read only up to its table list if compressed', () => {
    const inter = new Uint8Array(
      readFileSync(resolve(import.meta.dirname, '../../../renderer/ui/fonts/inter-latin.woff2')),
    );
    const compressed = { format: 'WOFF2', family: null, weights: null, style: null };
    expect(fontFacts(inter)).toEqual({ ...compressed, isVariable: true, hasOnlySvgColors: false });
    expect(fontFacts(inter.subarray(0, inter.length - 1))).toBeNull();
  });

  test('is refused if it declares an enormous uncompressed size', () => {
    const inter = new Uint8Array(
      readFileSync(resolve(import.meta.dirname, '../../../renderer/ui/fonts/inter-latin.woff2')),
    );
    // Declare a huge length of the first table, encoded in five bytes.
    const enormous = Uint8Array.from([...inter.subarray(0, 49), 0x8f, 0xff, 0xff, 0xff, 0x7f, ...inter.subarray(50)]);
    expect(fontFacts(enormous)).toBeNull();
  });
});
