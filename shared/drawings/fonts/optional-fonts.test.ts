import { expect, test } from 'vitest';
import { chooseFonts } from './choose-fonts.ts';
import { optionalFamiliesFor, optionalFonts } from './optional-fonts.ts';

test.each([
  ['Hello שלום 👍', []],
  ['漢字', ['Noto Sans SC', 'Noto Sans TC']],
  ['、', ['Noto Sans SC', 'Noto Sans TC']],
  ['ひらがな', ['Noto Sans JP']],
  ['カタカナと漢字', ['Noto Sans JP', 'Noto Sans SC', 'Noto Sans TC']],
  ['한글', ['Noto Sans KR']],
  ['ㄅㄆ', ['Noto Sans SC', 'Noto Sans TC']],
])('characters select optional families: %s, %j', (text, families) => {
  expect(optionalFamiliesFor(text)).toEqual(families);
});

test('added fonts follow bundled fonts unless a text names them', () => {
  const digestOf = (family: string, weight: number) =>
    optionalFonts.find((font) => font.family === family && font.weights.least === weight)?.digest;
  const usual = chooseFonts([], 700, 'normal', []).fonts;
  const added = { installed: optionalFonts, families: ['Noto Sans JP'] };
  expect(chooseFonts([], 700, 'normal', [], added).fonts).toEqual([...usual, digestOf('Noto Sans JP', 700)]);
  const named = chooseFonts(['Noto Sans TC'], 400, 'italic', [], { installed: optionalFonts, families: [] });
  expect(named.fonts[0]).toBe(digestOf('Noto Sans TC', 400));
  expect(named.unknown).toEqual([]);
});
