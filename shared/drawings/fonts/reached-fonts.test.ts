import { describe, expect, test } from 'vitest';
import { bundledOrSample, openKit } from '../testing/open-kit.ts';
import { text } from '../testing/some-drawings.ts';
import { bundledFonts } from './bundled-fonts.ts';
import { fontsOf, NOTO_SANS_TEXT, usableFonts } from './drawing-sources.ts';
import { createFontRegistry } from './font-registry.ts';

const { fonts } = text('', {});
const nameOf = (digest: string) => bundledFonts.find((font) => font.digest === digest)?.family ?? digest;

describe('the fonts that a text can use', () => {
  test.each([
    ['Hello, Zoë – naïve “Ελλάδα” and Україна… 100 €', ['Noto Sans']],
    ['Hello 👍', fonts.map(nameOf)],
    ['3\ufe0f\u20e3', fonts.map(nameOf)],
    ['©\ufe0f', fonts.map(nameOf)],
    ['Hello مرحبا', fonts.map(nameOf)],
    ['a\u200db', fonts.map(nameOf)],
  ])('are determined by its characters: %j, %j', (content, families) => {
    expect(usableFonts(content)(fonts).map(nameOf)).toEqual(families);
  });

  test('include fonts before Noto Sans and fonts outside the program', () => {
    const [first = '', second = ''] = fonts.slice(1);
    expect(usableFonts('Hello')([second, 'brand', ...fonts, 'added'])).toEqual([second, 'brand', fonts[0], 'added']);
    expect(usableFonts('Hello')([first])).toEqual([first]);
  });

  test('include the fonts of each run', () => {
    const runs = [{ start: 0, end: 1, fonts: ['brand', ...fonts] }];
    expect(fontsOf(text('Hello', { runs }))).toEqual([fonts[0], 'brand']);
  });

  test('exclude only fonts whose characters are all in Noto Sans', async () => {
    const kit = await openKit();
    const faces = bundledFonts.map(({ family, digest }) => {
      const typeface = kit.Typeface.MakeTypefaceFromData(bundledOrSample(digest).buffer as ArrayBuffer);
      return { isNotoSans: family === 'Noto Sans', typeface };
    });
    const isIn = (character: string) => (face: (typeof faces)[number]) =>
      face.typeface?.getGlyphIDs(character)[0] !== 0;
    const wrong: string[] = [];
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code);
      // Skip characters that end a paragraph or become spaces, because they need no font.
      if (character === '\n' || character === '\t') continue;
      if ((code >= 0xd800 && code < 0xe000) || !NOTO_SANS_TEXT.test(character)) continue;
      const isInAll = faces.filter((face) => face.isNotoSans).every(isIn(character));
      const isInOthers = faces.filter((face) => !face.isNotoSans).some(isIn(character));
      if (!isInAll && isInOthers) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
    for (const { typeface } of faces) typeface?.delete();
  });

  test('are the only fonts that are read', async () => {
    const registry = createFontRegistry(await openKit());
    const requested: string[] = [];
    const taken = registry.take(fontsOf(text('Hello', {})), (digest) => {
      requested.push(nameOf(digest));
      return bundledOrSample(digest);
    });
    expect([taken.ok, requested]).toEqual([true, ['Noto Sans']]);
    if (taken.ok) taken.value.collection.delete();
    registry.delete();
  });
});
