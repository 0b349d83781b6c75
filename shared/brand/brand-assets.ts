import { nameKey } from '../names/asset-name.ts';
import { isFontFile } from '../template/value-types/text-types.ts';
import { type BrandFont, type BrandKit, FONT_ROLES } from './brand-kit.ts';

/** Returns the names of the assets that a brand uses, without duplicates: font files, logos, and music. */
export function brandAssets({ fonts = {}, logos = [], music }: BrandKit): readonly string[] {
  const files = FONT_ROLES.flatMap((role) => fonts[role]?.font ?? []).filter(isFontFile);
  const names = [...files, ...logos.map(({ asset }) => asset), ...(music === undefined ? [] : [music.asset])];
  return [...new Map(names.map((name) => [nameKey(name), name])).values()];
}

/**
 * Returns a brand without the entries whose asset is missing. For these entries, a film uses the default of its
 * template.
 */
export function brandWithPresentAssets(kit: BrandKit, isPresent: (asset: string) => boolean): BrandKit {
  const { fonts, logos, music, ...others } = kit;
  const isUsable = ({ font }: BrandFont): boolean => !isFontFile(font) || isPresent(font);
  const { titles, text, numbers } = fonts ?? {};
  const [first] = logos ?? [];
  return {
    ...others,
    fonts: {
      ...(titles !== undefined && isUsable(titles) && { titles }),
      ...(text !== undefined && isUsable(text) && { text }),
      ...(numbers !== undefined && isUsable(numbers) && { numbers }),
    },
    // If the first logo is missing, use none: another logo can be made for another background.
    ...(logos !== undefined && first !== undefined && isPresent(first.asset) && { logos }),
    ...(music !== undefined && isPresent(music.asset) && { music }),
  };
}
