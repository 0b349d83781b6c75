import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { fc } from '#shared/testing/properties.ts';
import { effectRegistry } from '../effects/effects.ts';
import { elementRegistry } from '../tables/elements.ts';
import { frameRate, frames } from '../values/frame-rate.ts';
import { formatDecimal } from '../values/lengths.ts';
import {
  type AttributeSpecs,
  boolean,
  choice,
  colorType,
  frameRateType,
  integer,
  number,
  parseTyped,
  time,
} from './attribute-types.ts';
import { point } from './length-types.ts';
import { assetName, url } from './text-types.ts';

const ntsc = frameRate(30000, 1001);
const pal = frameRate(25);

describe('time', () => {
  const duration = time({ minimum: 1 });
  test.each([
    ['150', pal, 150],
    [' 150 ', pal, 150],
    ['2s', pal, 50],
    ['2 s', pal, 50],
    ['0.5s', pal, 13],
    ['.5s', pal, 13],
    ['2.s', pal, 50],
    ['0.02s', pal, 1],
    ['2s', ntsc, 60],
    ['0.5s', ntsc, 15],
    ['1.005s', frameRate(100), 101],
    ['86400s', pal, 2_160_000],
    ['2160000', pal, 2_160_000],
  ])('reads %s at %j frames per second as %d frames', (text, rate, count) => {
    expect(duration.parse(text, rate)).toEqual({ ok: true, value: count });
  });

  const SPELLING = 'must be a whole number of frames, or seconds such as 1.5s';
  test.each([
    ['', SPELLING],
    ['s', SPELLING],
    ['.s', SPELLING],
    ['1.5', SPELLING],
    ['-5', SPELLING],
    ['+5', SPELLING],
    ['-1s', SPELLING],
    ['1e9', SPELLING],
    ['1e3s', SPELLING],
    ['1,5s', SPELLING],
    ['2S', SPELLING],
    ['2sec', SPELLING],
    ['٣', SPELLING],
    ['0x10', SPELLING],
    ['1'.repeat(16), 'must be at most 24 hours'],
    ['0', 'must be at least 1'],
    ['0s', 'must be at least 1 frame; 0s is less than half a frame'],
    ['0.019s', 'must be at least 1 frame; 0.019s is less than half a frame'],
    ['2160001', 'must be at most 24 hours'],
    ['86400.1s', 'must be at most 24 hours'],
    ['999999999999999', 'must be at most 24 hours'],
  ])('refuses %j', (text, error) => {
    const parsed = duration.parse(text, pal);
    expect(parsed.ok ? null : inEnglish(parsed.error)).toBe(error);
  });

  test('can be 0 if the minimum is 0', () => {
    expect(time({ minimum: 0 }).parse('0s', pal)).toEqual({ ok: true, value: 0 });
  });

  test('checks but does not convert seconds if the rate is unknown', () => {
    expect(duration.parse('0.005s', null).ok).toBe(true);
    expect(duration.parse('0.001s', null).ok).toBe(false);
    expect(duration.parse('1.5', null).ok).toBe(false);
  });

  test('refuses long texts in linear time', () => {
    // Quadratic time would exceed the time limit of this test.
    for (const piece of ['1', '1 ', ' ', '1.', 's', '1s'])
      expect(duration.parse(piece.repeat(500_000), pal).ok).toBe(false);
  });
});

describe('numbers', () => {
  test.each([
    ['16', 16],
    ['0016', 16],
    [' 8192 ', 8192],
  ])('%j is the integer %d', (text, value) => {
    expect(integer({ minimum: 16, maximum: 8192 }).parse(text, null)).toEqual({ ok: true, value });
  });

  test.each(['', '15', '8193', '1e3', '16.0', '+16', '-16', '1 000', '0x20', 'NaN', '１６'])(
    '%j is not an integer from 16 to 8192',
    (text) => {
      expect(integer({ minimum: 16, maximum: 8192 }).parse(text, null).ok).toBe(false);
    },
  );

  test.each([
    ['0.5', 0.5],
    ['.5', 0.5],
    ['+1.', 1],
    ['-0', 0],
    ['3', 3],
  ])('%j is the number %d', (text, value) => {
    expect(number({ minimum: 0 }).parse(text, null)).toEqual({ ok: true, value });
  });

  test.each(['', '.', '0,5', '1e2', '-0.1', 'Infinity', 'NaN', '1_000', '0.5%', '1.2.3'])(
    '%j is not a number of at least 0',
    (text) => {
      expect(number({ minimum: 0 }).parse(text, null).ok).toBe(false);
    },
  );

  test.each([
    [1e-7, '0.0000001'],
    [0.1, '0.1'],
    [1e15, '1000000000000000'],
    [-2.5, '-2.5'],
    [1e-15, '0.000000000000001'],
  ])('%d is formatted as %s', (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });
});

describe('keywords, colors, frame rates, and sources', () => {
  test.each([
    [boolean(), 'true', true],
    [boolean(), ' false ', false],
    [choice(['x', 'y']), 'y', 'y'],
    [colorType(), '#0Fa', { red: 0, green: 255, blue: 170 }],
    [colorType(), ' #102030 ', { red: 16, green: 32, blue: 48 }],
    [frameRateType(), '60000/2002', { numerator: 30000, denominator: 1001 }],
    [frameRateType(), ' 25 / 1 ', { numerator: 25, denominator: 1 }],
    [url('media'), 'HTTPS://example.org:8443/a%20b?c=d@e#f', 'HTTPS://example.org:8443/a%20b?c=d@e#f'],
    [url('media'), 'http://[::1]:80/a', 'http://[::1]:80/a'],
    [url('media'), 'https://münchen.example/ä', 'https://münchen.example/ä'],
    [assetName('media'), 'clip 1 (final).mp4', 'clip 1 (final).mp4'],
    [assetName('media'), 'a'.repeat(255), 'a'.repeat(255)],
  ])('attribute type %# reads %j', (type, text, value) => {
    expect(type.parse(text, null)).toEqual({ ok: true, value });
  });

  test.each([
    [boolean(), 'TRUE'],
    [boolean(), '1'],
    [choice(['x', 'y']), 'z'],
    [choice(['x', 'y']), ''],
    [colorType(), 'red'],
    [colorType(), '#12345'],
    [colorType(), '#1020300'],
    [colorType(), '102030'],
    [frameRateType(), '29.97'],
    [frameRateType(), '30/0'],
    [frameRateType(), '0'],
    [frameRateType(), '241'],
    [frameRateType(), '1/2'],
    [frameRateType(), '999999999/999999999'],
    [url('media'), ''],
    [url('media'), 'example.org/a.mp4'],
    [url('media'), 'file:///etc/passwd'],
    [url('media'), 'javascript:alert(1)'],
    [url('media'), 'http:///a'],
    [url('media'), 'http://a b'],
    [url('media'), 'http://user@example.org/'],
    [url('media'), 'http://a.org/\u0001'],
    [url('media'), 'http://a.org:65536/'],
    [url('media'), 'http://a.org:8o/'],
    [url('media'), 'http://[::1/'],
    [url('media'), 'http://%/'],
    [assetName('media'), ''],
    [assetName('media'), '..'],
    [assetName('media'), '../a.mp4'],
    [assetName('media'), 'a\\b.mp4'],
    [assetName('media'), '/etc/passwd'],
    [assetName('media'), 'a\nb'],
    [assetName('media'), '  '],
    [assetName('media'), 'é'.repeat(128)],
  ])('attribute type %# refuses %j', (type, text) => {
    expect(type.parse(text, null).ok).toBe(false);
  });
});

describe('every attribute of the language', () => {
  const tables: readonly (readonly [string, AttributeSpecs])[] = Object.entries({
    ...elementRegistry,
    ...effectRegistry,
  }).map(([name, { attributes }]) => [name, attributes]);
  const specs = tables.flatMap(([name, table]) =>
    Object.entries(table).map(([attribute, spec]) => ({ name, attribute, spec })),
  );

  test.each(specs)('formats values that it can parse: $name $attribute', ({ spec }) => {
    const values = [
      ...('default' in spec.absent ? [spec.absent.default] : []),
      ...(spec.type.options ?? []),
      spec.initial,
    ];
    for (const value of values.filter((each) => each !== null && each !== undefined))
      expect(spec.type.parse(spec.type.format(value), pal)).toEqual({ ok: true, value });
  });

  test.each(specs)('parses only texts that match its pattern: $name $attribute', ({ spec }) => {
    const { pattern, parse } = spec.type;
    if (pattern === undefined) return undefined;
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[ \t]*[-+#/.\dsxy:a-f]{1,8}\s*$/),
      fc.constantFrom(' true', 'false\n', '\u00a0x', ' http://a.org', ' flip ', 'cover ', ' 5 s ', '30000 / 1001'),
    );
    return fc.assert(
      fc.property(text, (each) => {
        if (parse(each, pal).ok) expect(each).toMatch(new RegExp(pattern, 'u'));
      }),
    );
  });
});

test.each([
  [number({}), '1234567890123456', 'value/too-many-digits'],
  [number({}), '0.30000000000000004', null],
  [number({}), `0.${'1'.repeat(401)}`, 'value/too-many-digits'],
  [number({ maximum: 1 }), '99999999999999999', 'value/out-of-bounds'],
  [point(), '0, -12345678901234567890%', 'value/too-many-digits'],
  [integer({ minimum: 1 }), '1234567890123456', 'value/too-many-digits'],
  [number({}), '1234567890123456x', 'value/no-number'],
  [number({}), '1e30', 'value/exponent'],
  [point(), '-1.5E+3%, 0', 'value/exponent'],
  [number({}), 'e30', 'value/no-number'],
] as const)('refuses a number only because of its digits or exponent: %#', (type, text, code) => {
  const read = parseTyped<unknown>(type, text, null);
  expect(read.ok ? null : read.error.code).toBe(code);
});

test('a negative or fractional number of frames is refused', () => {
  expect(() => frames(-1)).toThrow(RangeError);
  expect(() => frames(0.5)).toThrow(RangeError);
});
