import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { hexOf, hsvOf, readHex } from './color.ts';

test.each([
  ['#1A2B3C', '#1a2b3c'],
  [' 1a2b3c ', '#1a2b3c'],
  ['#abc', '#aabbcc'],
  ['f80', '#ff8800'],
])('a typed color is parsed: %j is %s', (text, hex) => {
  expect(readHex(text)).toBe(hex);
});

test.each(['', '#', '#12', '#12345', '#1234567', 'red', '#ggg'])(
  'a text that is not a color is refused: %j',
  (text) => {
    expect(readHex(text)).toBeNull();
  },
);

test('known colors convert between hex and HSV', () => {
  expect(hsvOf('#ff8000')).toEqual({ hue: expect.closeTo(30.1, 1), saturation: 1, value: 1 });
  expect(hsvOf('#000000')).toEqual({ hue: 0, saturation: 0, value: 0 });
  expect(hexOf({ hue: 240, saturation: 1, value: 1 })).toBe('#0000ff');
  expect(hexOf({ hue: 0, saturation: 0, value: 0.5 })).toBe('#808080');
});

test('every color converts to HSV and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const hex = `#${number.toString(16).padStart(6, '0')}`;
      expect(hexOf(hsvOf(hex))).toBe(hex);
    }),
  );
});
