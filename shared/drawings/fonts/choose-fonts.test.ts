import { describe, expect, test } from 'vitest';
import { bundledFonts } from './bundled-fonts.ts';
import { chooseFace } from './choose-face.ts';
import { chooseFonts, type FontChoice } from './choose-fonts.ts';

const face = (least: number, style: 'normal' | 'italic' = 'normal', most = least) => ({
  weights: { least, most },
  style,
});

describe('the face of a family', () => {
  test.each([
    [400, [300, 500, 700], 500],
    [450, [400, 480, 600], 480],
    [500, [300, 400, 600], 400],
    [500, [600, 700], 600],
    [300, [100, 200, 400], 200],
    [300, [400, 700], 400],
    [600, [400, 700, 900], 700],
    [900, [400, 700], 700],
    [700, [400, 700], 700],
  ])('has the weight nearest to %i among %j: %i', (weight, weights, expected) => {
    expect(
      chooseFace(
        weights.map((each) => face(each)),
        weight,
        'normal',
      ),
    ).toEqual(face(expected));
  });

  test('matches the style before the weight', () => {
    expect(chooseFace([face(700), face(300, 'italic')], 700, 'italic')).toEqual(face(300, 'italic'));
    expect(chooseFace([face(700)], 400, 'italic')).toEqual(face(700));
  });

  test('is a variable font if it supports the weight', () => {
    expect(chooseFace([face(600), face(100, 'normal', 900)], 650, 'normal')).toEqual(face(100, 'normal', 900));
  });

  test('is the last of equal faces', () => {
    const [one, other] = [face(400), face(400)];
    expect(chooseFace([one, other], 400, 'normal')).toBe(other);
    expect(chooseFace([], 400, 'normal')).toBeNull();
  });
});

describe('the fonts of a text', () => {
  const brand = (weight: number): FontChoice => ({ family: 'Brand', digest: `brand-${weight}`, ...face(weight) });
  const bundled = (weight: number) =>
    ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'].map(
      (family) => bundledFonts.find((font) => font.family === family && font.weights.least === weight)?.digest,
    );
  const emoji = bundledFonts.at(-1)?.digest;

  test('include a face of each named and then each bundled family', () => {
    const { fonts, unknown } = chooseFonts(['brand', 'Noto Sans Thai'], 700, 'normal', [brand(400), brand(700)]);
    expect(fonts.slice(0, 3)).toEqual(['brand-700', bundled(700)[4], bundled(700)[0]]);
    expect(unknown).toEqual([]);
    expect(chooseFonts([], 400, 'normal', []).fonts).toEqual([...bundled(400), emoji]);
  });

  test('exclude unknown families and report similar names', () => {
    const { unknown } = chooseFonts(['Brnad', 'Noto', 'Helvetica'], 400, 'normal', [brand(400)]);
    expect(unknown).toEqual([
      { family: 'Brnad', near: ['Brand'] },
      { family: 'Noto', near: ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew'] },
      { family: 'Helvetica', near: [] },
    ]);
  });

  test('include a declared family instead of a bundled one', () => {
    const own: FontChoice = { family: 'Noto Sans', digest: 'own', ...face(700) };
    expect(chooseFonts(['Noto Sans'], 400, 'normal', [own]).fonts[0]).toBe('own');
  });
});
