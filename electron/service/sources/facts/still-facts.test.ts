import { describe, expect, test } from 'vitest';
import { fontFacts } from './font-facts.ts';
import { imageFacts } from './image-facts.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the size of a picture', () => {
  test.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x40\0\0\0\xf0'],
    ['gif', 'GIF89a\x40\x01\xf0\0'],
    ['jpeg', '\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\xf0\x01\x40'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0'],
    ['bmp', 'BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x40\x01\0\0\xf0\0\0\0'],
  ])('of %s is read, and one that ends before it says so is none', (format, head) => {
    expect(imageFacts(latin1(head))).toEqual({ format, width: 320, height: 240 });
    expect(imageFacts(latin1(head.slice(0, -1)))).toBeNull();
  });
});

function font(magic: string): Uint8Array {
  const name = '\0\0\0\x01\0\x12\0\x03\0\x01\x04\x09\0\x01\0\x04\0\0\0A\0b';
  const table = (tag: string, at: number) => `${tag}\0\0\0\0\0\0\0${String.fromCharCode(at)}\0\0\0\0`;
  return latin1(`${magic}\0\x03\0\0\0\0\0\0${table('cmap', 60)}${table('head', 60)}${table('name', 60)}${name}`);
}

describe('a font', () => {
  test('is known by its first bytes and tables, and says its family', () => {
    expect(fontFacts(font('\0\x01\0\0'))).toEqual({ format: 'TrueType', family: 'Ab' });
    expect(fontFacts(font('OTTO'))).toEqual({ format: 'OpenType', family: 'Ab' });
    expect(fontFacts(latin1('wOF2'))).toEqual({ format: 'WOFF2', family: null });
  });

  test('that ends within its tables, and any other file, is none', () => {
    expect(fontFacts(font('OTTO').subarray(0, 62))).toBeNull();
    expect(fontFacts(latin1('plain text'))).toBeNull();
  });
});
