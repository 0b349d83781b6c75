import { BUNDLED_FAMILIES, type BundledFamily } from '../../template/tables/bundled-families.ts';
import type { Digest } from '../drawing/drawing.ts';
import type { Face } from './choose-face.ts';

/** A font that is part of the program. */
export interface BundledFont extends Face {
  readonly family: BundledFamily;
  readonly digest: Digest;
  /** The package from which the build copies the font, and the file in this package. */
  readonly from: string;
  /** The file name in the packaged program. */
  readonly file: string;
}

/**
 * The faces of each family, all under the SIL Open Font License. The packaged color font lacks the SVG pictures of the
 * original file. They are never drawn and make up four fifths of the file.
 */
const faces: Readonly<Record<BundledFamily, readonly Omit<BundledFont, 'family'>[]>> = {
  'Noto Sans': [
    face(
      400,
      'normal',
      'noto-sans/400Regular/NotoSans_400Regular.ttf',
      'fe8c022f48d8dd29f17b744d16f9346f4357e16f7d4f7be58b000ae7c291b614',
    ),
    face(
      700,
      'normal',
      'noto-sans/700Bold/NotoSans_700Bold.ttf',
      '13a813c49624ae3ba3c5c6e72c5ebffc4b9e1e6ea32f421c04069b037c6ad431',
    ),
    face(
      400,
      'italic',
      'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
      'feb3e57888ce3acb604f270c278cfb304c674306518771619ddbdefca42a066b',
    ),
    face(
      700,
      'italic',
      'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
      '7e34616e092593c340449baf9a259075a054c6419511ccf21ff0d83a1c9dd0d0',
    ),
  ],
  'Noto Sans Arabic': [
    face(
      400,
      'normal',
      'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
      '252629ca0e87b6233851249b8cbf7b43445211a8caf199f1b306a19202251508',
    ),
    face(
      700,
      'normal',
      'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
      'a86a704ff8b315082f4859b04c2f8f746f4cefb14553ef10505f143e0d4829d3',
    ),
  ],
  'Noto Sans Hebrew': [
    face(
      400,
      'normal',
      'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
      'e0ee753f09733337b9236221018d4bf71fd6d06c87dd76bbc83120514bc55911',
    ),
    face(
      700,
      'normal',
      'noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf',
      '8010b087f33f152e25aef020e68cb5568d6f8deebb6dde8f60d655196e59ebde',
    ),
  ],
  'Noto Sans Devanagari': [
    face(
      400,
      'normal',
      'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
      '084a94d89eb54aafb93a056e15425c34fd859f6342875165d304837b3bcfc2d2',
    ),
    face(
      700,
      'normal',
      'noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
      '67f1ec9e2ac30b261090e32953b2df0adf6c942ab26ac47efb490fa7315bddab',
    ),
  ],
  'Noto Sans Thai': [
    face(
      400,
      'normal',
      'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
      '9acb585d8662ca4ed1b1cf5889dfa1393f8555103b3986e1ea1e3af4faef70bd',
    ),
    face(
      700,
      'normal',
      'noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf',
      '0be544f347b3ab6382bdc2b555a783727a4858a3dc140670406924670967d916',
    ),
  ],
  'Noto Color Emoji': [
    face(
      400,
      'normal',
      'noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
      '4775848309bccb1fc15f78b0820796fcdf3f2ad50aa20637b3aa690ff5e596e5',
    ),
  ],
};

/** The fonts at the end of every font list, in lookup order. */
export const bundledFonts: readonly BundledFont[] = BUNDLED_FAMILIES.flatMap((family) =>
  faces[family].map((each) => ({ family, ...each })),
);

const digests: ReadonlySet<Digest> = new Set(bundledFonts.map(({ digest }) => digest));

/** Returns whether a font is bundled. Bundled fonts are trusted and need no checks. */
export function isBundled(font: Digest): boolean {
  return digests.has(font);
}

function face(weight: number, style: Face['style'], from: string, digest: Digest): Omit<BundledFont, 'family'> {
  const file = from.slice(from.lastIndexOf('/') + 1);
  return { weights: { least: weight, most: weight }, style, digest, from: `@expo-google-fonts/${from}`, file };
}
