import { nameKey } from '../names/asset-name.ts';
import { isFontFile } from '../template/value-types/text-types.ts';
import { type BrandFont, type BrandKit, FONT_ROLES } from './brand-kit.ts';

/** The assets that a brand names, each once: files of fonts, logos, music. */
export function brandAssets({ fonts = {}, logos = [], music }: BrandKit): readonly string[] {
  const files = FONT_ROLES.flatMap((role) => fonts[role]?.font ?? []).filter(isFontFile);
  const names = [...files, ...logos.map(({ asset }) => asset), ...(music === undefined ? [] : [music.asset])];
  return [...new Map(names.map((name) => [nameKey(name), name])).values()];
}

/**
 * A brand without what names an asset that is not there: it gives no value, so that a film shows what its template says
 * instead of failing.
 */
export function presentBrand(kit: BrandKit, isThere: (asset: string) => boolean): BrandKit {
  const { fonts, logos, music, ...others } = kit;
  const isUsable = ({ font }: BrandFont): boolean => !isFontFile(font) || isThere(font);
  const { titles, text, numbers } = fonts ?? {};
  const [first] = logos ?? [];
  return {
    ...others,
    fonts: {
      ...(titles !== undefined && isUsable(titles) && { titles }),
      ...(text !== undefined && isUsable(text) && { text }),
      ...(numbers !== undefined && isUsable(numbers) && { numbers }),
    },
    // No other logo takes the place of the first: it may be made for another ground.
    ...(logos !== undefined && first !== undefined && isThere(first.asset) && { logos }),
    ...(music !== undefined && isThere(music.asset) && { music }),
  };
}
