import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { isDrawableFont } from '#shared/drawings/fonts/font-facts.ts';
import { full } from '#shared/testing/full.ts';
import { bundledBytes } from './bundled-bytes.ts';
import { colorBombs } from './testing/hostile-font-layout.ts';
import { outlineBombs } from './testing/hostile-fonts.ts';
import { sampleFonts } from './testing/sample-fonts.ts';

const fonts = await sampleFonts();
const named = (bombs: ReturnType<typeof colorBombs>) =>
  Object.fromEntries(bombs.map(([what, bytes]) => [what, isDrawableFont(new Uint8Array(bytes))]));

test('isDrawableFont accepts the bundled fonts and all supported formats', async () => {
  const bundled = await Promise.all(bundledFonts.map(({ digest }) => bundledBytes(digest)));
  const inter = await readFile(resolve(import.meta.dirname, '../../../renderer/ui/fonts/inter-latin.woff2'));
  for (const font of [...bundled, ...Object.values(fonts), inter])
    expect(font && isDrawableFont(new Uint8Array(font))).toBe(true);
});

test('color layers are counted as often as they are drawn', { tags: ['promise:F37'] }, () => {
  expect(named(colorBombs(fonts.truetype))).toMatchObject({
    'a colour glyph of itself': false,
    'layers: six times 200 in one another': false,
    'layers: thirty times two in one another': false,
    'paints: forty times two in one another': false,
    '65,535 layers of the old kind': false,
    '255 layers': true,
  });
});

full.test('recursive, invalid, and too large outlines are refused', () => {
  expect(named(outlineBombs(fonts.truetype))).toMatchObject({
    'a glyph of itself': false,
    'two to the 24 glyphs': false,
    '60,000 points up and down': false,
    'places that go down': false,
    'an em of 0 units': false,
    '0 widths': false,
    '65535 glyphs': false,
    '5,000 points up and down': true,
  });
});
