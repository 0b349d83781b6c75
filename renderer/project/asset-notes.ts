import { type AssetEntry, isLutName } from '#renderer/api/client/asset-list.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import type { ToastMessage } from '#renderer/ui/overlays/toast-store.ts';
import type { SourceDamage } from '#shared/timeline/damaged-source.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';

/** Media that a movie cannot use. */
export type UnusableMedia = NonNullable<AssetEntry['media']> & { readonly reason: string };

export function isUseless(media: AssetEntry['media']): media is UnusableMedia {
  return media !== null && media.reason !== null;
}

/** Returns the display name of an asset's kind. A file that was not inspected yet has the kind "other". */
export function kindName({ name, media }: Pick<AssetEntry, 'name' | 'media'>, words: Catalogue['assets']): string {
  return isLutName(name) ? words.kinds.lut : words.kinds[media?.kind ?? 'other'];
}

/** Returns the reason why a movie cannot use a file, capitalized: `Is a text file, not a video`. */
export function reasonOf({ reason, why }: UnusableMedia): string {
  const words = say({ message: reason, ...why });
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/**
 * Returns notes on the problems of an asset: why the asset cannot be used, and how much of a truncated file is
 * readable.
 */
export function notesOf({ media }: Pick<AssetEntry, 'media'>, words: Catalogue['assets']): readonly string[] {
  if (media === null) return [];
  const { damage, faults = [] } = media;
  return [
    ...(isUseless(media) ? [reasonOf(media)] : []),
    ...(damage === null ? [] : [damageNote(damage, words.damage)]),
    ...faultNotes(faults, words.damage),
  ];
}

/**
 * Returns notes on the damaged spans of a file. One note is on the skipped beginning. Another is on the first damaged
 * span and the number of further spans.
 */
export function faultNotes(faults: readonly FaultSpan[], words: Catalogue['assets']['damage']): readonly string[] {
  const skipped = faults.find((fault) => fault.skipped);
  const [first, ...more] = faults.filter((fault) => !fault.skipped);
  return [
    ...(skipped === undefined ? [] : [words.skipped(formatNumber(skipped.until, 2))]),
    ...(first === undefined ? [] : [words.faulty(formatNumber(first.from, 2), more.length)]),
  ];
}

/** Returns a note on how much of a truncated file is readable. */
export function damageNote(damage: SourceDamage, words: Catalogue['assets']['damage']): string {
  const { from, there, lacking, several, of } = damage;
  if (of === 'sound') return words.sound(formatNumber(from, 2));
  if (several) return words.several(formatNumber(from, 2));
  return there === null || lacking === null
    ? words.seconds(formatNumber(from, 2))
    : words.frames(formatNumber(there, 0), formatNumber(there + lacking, 0));
}

/** The maximum number of file names in a message. */
const MAX_NAMED = 3;

/**
 * Returns the message for assets that cannot become scenes. The message says why a file cannot be used, or how to use a
 * font.
 */
export function whyNoScene(assets: readonly AssetEntry[], words: Catalogue['assets']): ToastMessage {
  const useless = assets.flatMap(({ name, media }) => (isUseless(media) ? [`“${name}”: ${reasonOf(media)}.`] : []));
  if (useless.length > 0) {
    const left = assets.length - Math.min(useless.length, MAX_NAMED);
    const detail = [...useless.slice(0, MAX_NAMED), ...(left > 0 ? [words.othersNotAdded(left)] : [])].join(' ');
    return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail };
  }
  const kinds = new Set(assets.map(({ media }) => media?.kind));
  if (kinds.has('font')) return { id: 'refused', message: words.fontAlone, detail: words.fontAloneHint };
  return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail: words.noPictureToAdd };
}
