import { describe, expect, test } from 'vitest';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { formatSeconds, formatTimecode, parseTime } from './timecode.ts';

const pal = frameRate(25);
const ntsc = frameRate(30_000, 1001);

describe('timecode', () => {
  test.each([
    [0, pal, '0:00:00:00'],
    [310, pal, '0:00:12:10'],
    [-310, pal, '-0:00:12:10'],
    [90_000, pal, '1:00:00:00'],
    [1799, ntsc, '0:00:59:29'],
    [1800, ntsc, '0:01:00:00'],
    [119, frameRate(120), '0:00:00:119'],
  ])('formats frame %i', (count, rate, text) => {
    expect(formatTimecode(count, rate)).toBe(text);
  });

  test('parses its own output without loss', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.constantFrom(pal, ntsc, frameRate(24_000, 1001), frameRate(240)),
        (count, rate) => {
          expect(parseTime(formatTimecode(count, rate), { rate })).toEqual({ ok: true, value: count });
        },
      ),
    );
  });
});

describe('a typed time', () => {
  test.each([
    ['90', 90],
    ['90f', 90],
    ['12:10', 310],
    ['1:00:00', 1500],
    [' 0:01:12:10 ', 1810],
    [':10', 10],
    ['1;0', 25],
    ['3s', 75],
    ['0.5 s', 13],
    ['1,5s', 38],
    ['500ms', 13],
    ['+10', 110],
    ['-10', 90],
    ['+1s', 125],
    ['-9:00', 0],
  ])('%j is frame %i', (text, count) => {
    expect(parseTime(text, { rate: pal, from: 100 })).toEqual({ ok: true, value: count });
  });

  test.each(['', 'x', ':', '1:2:3:4:5', 's', '.s', '1e3', '--5', '9'.repeat(30)])('%j is refused', (text) => {
    expect(parseTime(text, { rate: pal, from: 0 }).ok).toBe(false);
  });

  test('means real time in seconds, even at a fractional rate', () => {
    expect(parseTime('100s', { rate: ntsc })).toEqual({ ok: true, value: 2997 });
    expect(formatSeconds(2997, ntsc)).toBe('100.00 s');
  });

  test('needs an origin if it is relative', () => {
    expect(parseTime('+5', { rate: pal }).ok).toBe(false);
  });
});
