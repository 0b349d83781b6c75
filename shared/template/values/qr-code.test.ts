import jsQr from 'jsqr';
import decodeQr from 'qr/decode.js';
import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { CODE_LEVELS, type QrCode, qrCode } from './qr-code.ts';

/** Returns the pixels of a code and its margin, with four pixels per module. */
function pictureOf({ modules, dark }: QrCode) {
  const side = 4 * (modules + 8);
  const data = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / 4) - 4, Math.floor(y / 4) - 4];
      const isInside = column >= 0 && column < modules && row >= 0 && row < modules;
      if (isInside && dark[row * modules + column] === 1) data.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3);
    }
  return { width: side, height: side, data };
}

const codeOf = (...given: Parameters<typeof qrCode>) => required(qrCode(...given) ?? undefined, 'a code');

test.each(['4711', 'HELLO WORLD', 'https://example.org/r/4711', 'Grüße 😀', 'a'.repeat(400)])(
  'two decoders decode the content: %s',
  (content) => {
    for (const level of CODE_LEVELS) {
      const picture = pictureOf(codeOf(content, level));
      expect([decodeQr(picture), jsQr(picture.data, picture.width, picture.height)?.data]).toEqual([content, content]);
    }
  },
);

test('a code has the shortest mode', () => {
  const modeOf = (content: string) => codeOf(content, 'M').mode;
  expect(['0', 'A 0$%*+-./:', 'a', 'ä', '１'].map(modeOf)).toEqual(['numeric', 'alphanumeric', 'byte', 'byte', 'byte']);
});

test('a code has the smallest version', () => {
  const versionOf = (length: number) => codeOf('x'.repeat(length), 'L').version;
  expect([17, 18, 32, 33, 2953].map(versionOf)).toEqual([1, 2, 2, 3, 40]);
});

test('a content that is empty or too long has no code', () => {
  expect([qrCode('', 'L'), qrCode('x'.repeat(2954), 'L'), qrCode('1'.repeat(1_000_000), 'L')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(codeOf('1'.repeat(7089), 'L').version).toBe(40);
});
