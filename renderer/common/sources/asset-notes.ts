import { type AssetEntry, isLutName } from '#renderer/api/client/asset-list.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { sayTold } from '#renderer/strings/say.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import type { SourceDamage } from '#shared/film/checks/damaged-source.ts';

/** Media that a film cannot use. */
export type Useless = NonNullable<AssetEntry['media']> & { readonly reason: string };

export function isUseless(media: AssetEntry['media']): media is Useless {
  return media !== null && media.reason !== null;
}

/** The kind of an asset as users read it; a file that was not inspected yet counts as other. */
export function kindName({ name, media }: Pick<AssetEntry, 'name' | 'media'>, words: Catalogue['assets']): string {
  return isLutName(name) ? words.kinds.lut : words.kinds[media?.kind ?? 'other'];
}

/** Why a file is of no use to a film, as a line of its own: `Is a text file, not a video`. */
export function reasonOf({ reason, why }: Useless): string {
  const words = sayTold({ message: reason, ...why });
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** What is wrong with an asset: why it cannot be used, or how much of it can be read. */
export function notesOf({ media }: Pick<AssetEntry, 'media'>, words: Catalogue['assets']): readonly string[] {
  if (media === null) return [];
  const { damage } = media;
  return [
    ...(isUseless(media) ? [reasonOf(media)] : []),
    ...(damage === null ? [] : [damageNote(damage, words.damage)]),
  ];
}

/** How much of a file that is cut short can be read. */
export function damageNote(damage: SourceDamage, words: Catalogue['assets']['damage']): string {
  const { from, there, lacking, several } = damage;
  if (several) return words.several(formatNumber(from, 2));
  return there === null || lacking === null
    ? words.seconds(formatNumber(from, 2))
    : words.frames(formatNumber(there, 0), formatNumber(there + lacking, 0));
}
