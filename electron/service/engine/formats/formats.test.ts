import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { frameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { QUALITIES } from './format.ts';
import { encodersOf, formatNames, formatOf, isFormatName } from './formats.ts';

const RATES = [
  ...Array.from({ length: 240 }, (_, index) => frameRate(index + 1)),
  ...Array.from({ length: 239 }, (_, index) => frameRate((index + 2) * 1000, 1001)),
];

describe.each(formatNames)('%s', (name) => {
  const format = formatOf(name);
  const { picture, sound } = format;

  test('has arguments, a label, a purpose, and a MIME type', () => {
    for (const quality of QUALITIES)
      for (const part of [picture, sound]) if (part !== null) expect(Array.isArray(part.arguments[quality])).toBe(true);
    expect(encodersOf(formatOf(name)).length).toBeGreaterThan(0);
    expect([format.label, inEnglish(format.purpose), format.muxer].every((text) => text.length > 2)).toBe(true);
    expect(format.mimeType).toMatch(/^(?:(?:video|audio|image)\/[\w-]+|application\/zip)$/);
  });

  test('maps each frame rate to a supported rate', () => {
    for (const rate of RATES) {
      const allowed = picture?.allowedRate(rate) ?? rate;
      expect(sameFrameRate(picture?.allowedRate(allowed) ?? allowed, allowed)).toBe(true);
      expect(allowed.numerator / allowed.denominator).toBeGreaterThanOrEqual(1);
      expect(allowed.numerator / allowed.denominator).toBeLessThanOrEqual(240);
    }
  });

  test('maps each size to the nearest supported size', () => {
    for (let pixels = 16; pixels <= 8192; pixels++) {
      const allowed = picture?.allowedSide(pixels) ?? pixels;
      expect(picture?.allowedSide(allowed) ?? allowed).toBe(allowed);
      const isRaised = pixels < allowed && allowed === picture?.allowedSide(1);
      expect(isRaised || Math.abs(allowed - pixels) <= 2).toBe(true);
      if (picture !== null && picture.pixelFormat !== 'yuv444p') expect(allowed % 2).toBe(0);
    }
  });
});

test('format labels are unique, and each extension has one usual format', () => {
  expect(new Set(formatNames.map((name) => formatOf(name).label)).size).toBe(formatNames.length);
  expect(formatNames.find((name) => formatOf(name).extension === 'mp4')).toBe('mp4');
  expect([isFormatName('mp4'), isFormatName('toString'), isFormatName('')]).toEqual([true, false, false]);
});

describe('the frame rates of MPEG-2', () => {
  const allowedRate = (numerator: number, denominator = 1) => {
    const rate = formatOf('mpg').picture?.allowedRate(frameRate(numerator, denominator));
    return `${rate?.numerator}/${rate?.denominator}`;
  };

  test('a low rate becomes its smallest allowed multiple', () => {
    expect([allowedRate(15), allowedRate(12), allowedRate(10), allowedRate(15_000, 1001)]).toEqual([
      '30/1',
      '24/1',
      '30/1',
      '30000/1001',
    ]);
  });

  test('other rates become the next higher rate or the highest', () => {
    expect([allowedRate(29), allowedRate(48), allowedRate(120), allowedRate(240)]).toEqual([
      '30000/1001',
      '50/1',
      '60/1',
      '60/1',
    ]);
  });
});

test('MPEG-4 keeps any rate to within a hundredth of a frame', () => {
  const rates = fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }));
  fc.assert(
    fc.property(rates, ([numerator, denominator]) => {
      fc.pre(numerator >= denominator && numerator <= 240 * denominator);
      const rate = frameRate(numerator, denominator);
      const allowed = formatOf('avi').picture?.allowedRate(rate) ?? rate;
      expect(allowed.numerator).toBeLessThanOrEqual(65_535);
      expect(Math.abs(allowed.numerator / allowed.denominator - numerator / denominator)).toBeLessThanOrEqual(0.005);
    }),
  );
});
