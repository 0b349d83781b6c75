import { OPTIONAL_FAMILIES, type OptionalFamily } from '../../template/tables/bundled-families.ts';
import type { Digest } from '../drawing/drawing.ts';
import type { Face } from './choose-face.ts';

/** A font that users can add to the program. */
export interface OptionalFont extends Face {
  readonly family: OptionalFamily;
  readonly digest: Digest;
  /** The file name in the folder of added fonts. */
  readonly file: string;
}

/** The faces of each family, all under the SIL Open Font License. */
const digests: Readonly<Record<OptionalFamily, readonly [regular: Digest, bold: Digest]>> = {
  'Noto Sans SC': [
    'd45f67f0a7c0ca3f256950777ce6a61cc7ce5f9696d02900cbbaac25f8aa7d16',
    '9a38ae0ab28cd5a256f9ea8e00dedc688aac17f7915fcb000572990afa956b96',
  ],
  'Noto Sans TC': [
    'add35d53f70727657b4509531677c4e3712b67df3d54661efdee5d3a0c16d954',
    'ed4ae6ed781e34d0beee896e9be5d835a938ac7adabbcc1b6b6904290006f372',
  ],
  'Noto Sans JP': [
    'd930d5d52d15231c283089760f84584272ad5e37e14607ba0d19c798e7a9caec',
    'c5b7b9d6a6eb682b0d4e6bbb38509575fd2759a28f147daa74714d1359a7909e',
  ],
  'Noto Sans KR': [
    '8cbc9b353bb9ce848fd69bb6a507319dfacc659cf5fd643db5d88f3c4970e1dd',
    '4ffa20c272ae6d689f7c8d34ff9c8039a326e9c334d9fc8852b2a7396227d077',
  ],
};

export const optionalFonts: readonly OptionalFont[] = OPTIONAL_FAMILIES.flatMap((family) => {
  const name = family.replaceAll(' ', '');
  const face = (weight: number, digest: Digest, style: string): OptionalFont => {
    return { family, digest, weights: { least: weight, most: weight }, style: 'normal', file: `${name}_${style}.ttf` };
  };
  const [regular, bold] = digests[family];
  return [face(400, regular, '400Regular'), face(700, bold, '700Bold')];
});

/** Han characters, Bopomofo, and the symbol blocks that only East Asian texts use. */
const HAN = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * Returns the optional families for the characters of a text, in lookup order. A text with kana is Japanese, and a text
 * with Hangul is Korean. This determines the forms of Han characters.
 */
export function optionalFamiliesFor(text: string): readonly OptionalFamily[] {
  return [
    ...(KANA.test(text) ? (['Noto Sans JP'] as const) : []),
    ...(HANGUL.test(text) ? (['Noto Sans KR'] as const) : []),
    ...(HAN.test(text) ? (['Noto Sans SC', 'Noto Sans TC'] as const) : []),
  ];
}
