import { type OptionalFont, optionalFonts } from '#shared/drawings/fonts/optional-fonts.ts';
import { required } from '#shared/lib/assert.ts';
import type { OptionalFamily } from '#shared/template/tables/bundled-families.ts';

/** A package of fonts that are added together. */
export interface FontPackage {
  readonly name: string;
  /** The description of the content, in English. */
  readonly title: string;
  /** The version of the npm packages in `@expo-google-fonts`, which contain complete TrueType files. */
  readonly version: string;
  readonly archives: readonly FontArchive[];
}

/** An npm archive. */
export interface FontArchive {
  readonly name: string;
  readonly bytes: number;
  /** The checksum in npm's registry. An archive with another checksum is not unpacked. */
  readonly integrity: string;
  readonly fonts: readonly { readonly entry: string; readonly font: PackagedFont }[];
}

/** An upright font in an archive. */
export type PackagedFont = Omit<OptionalFont, 'family' | 'style'> & { readonly family: string };

/**
 * The packages that can be added. For a new package, also add its families to
 * `shared/template/tables/bundled-families.ts`, and their digests and characters to
 * `shared/drawings/fonts/optional-fonts.ts`.
 */
export const fontPackages: readonly FontPackage[] = [
  {
    name: 'cjk',
    title: 'Chinese, Japanese, and Korean',
    version: '0.4.3',
    archives: [
      archive(
        'Noto Sans SC',
        56_954_252,
        '9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==',
      ),
      archive(
        'Noto Sans TC',
        38_808_616,
        '69XAOTLPz0WlAxL6qJEKlDMxHsBd4J1M39HjV0gPF2o1xWVALOsVWvDgistnecVockA9wbU/tH5C/gyS2PdnHg==',
      ),
      archive(
        'Noto Sans JP',
        28_996_407,
        'Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==',
      ),
      archive(
        'Noto Sans KR',
        27_602_552,
        'EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ==',
      ),
    ],
  },
];

/** Returns the package with this name. Throws if there is none. */
export function fontPackage(name: string): FontPackage {
  return required(
    fontPackages.find((candidate) => candidate.name === name),
    `fonts called ${name}`,
  );
}

function archive(family: OptionalFamily, bytes: number, sha512: string): FontArchive {
  const fonts = optionalFonts
    .filter((font) => font.family === family)
    .map((font) => ({
      font,
      entry: `package/${font.file.slice(font.file.indexOf('_') + 1, -'.ttf'.length)}/${font.file}`,
    }));
  return { name: family.toLowerCase().replaceAll(' ', '-'), bytes, integrity: `sha512-${sha512}`, fonts };
}
