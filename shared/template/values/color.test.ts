import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { formatColor, parseColor } from './color.ts';

const channel = fc.nat(255);

test('formatted colors parse back without loss', () =>
  fc.assert(
    fc.property(fc.record({ red: channel, green: channel, blue: channel }), (color) => {
      const text = formatColor(color);
      expect(text).toMatch(/^#[0-9a-f]{6}$/);
      expect(parseColor(text)).toEqual({ ok: true, value: color });
      expect(parseColor(text.toUpperCase())).toEqual({ ok: true, value: color });
    }),
  ));

test('a short color equals the color with doubled digits', () => {
  expect(parseColor('#f80')).toEqual(parseColor('#ff8800'));
});
