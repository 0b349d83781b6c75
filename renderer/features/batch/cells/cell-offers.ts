import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetPicture } from '#renderer/api/client/asset-picture.ts';
import { isOfKinds } from '#renderer/project/source-picker.tsx';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import type { CellEntry } from './cell-entry.ts';

/** The project's assets by their names; undefined until they are known. */
export type CellAssets = ReadonlyMap<string, AssetEntry> | undefined;

/** A value that a cell may be given from a list. */
export interface CellOffer {
  /** As it is written. */
  readonly value: string;
  /** As it is read. */
  readonly label: string;
  /** Address of a picture of it; null where there is nothing to see, absent where none of the list has one. */
  readonly picture?: string | null;
}

/** More are not shown at once: typing finds the others, and arrows go on to them. */
const MOST_OFFERS = 200;
const PICTURE_WIDTH = 64;

/** What is offered for cells like this; null where they are only typed. */
export function cellOffers(entry: CellEntry, project: string, assets: CellAssets): readonly CellOffer[] | null {
  switch (entry.kind) {
    case 'choice':
      return entry.choices.map(({ value, label }) => ({ value, label: label ?? value }));
    case 'asset':
      return assetsOf(assets, entry.shows).map((asset) => ({
        ...plain(asset.name),
        picture: pictureOf(project, asset),
      }));
    case 'font':
      return [
        ...BUNDLED_FAMILIES,
        ...assetsOf(assets, ['font'])
          .filter(isLookedInto)
          .map(({ name }) => name),
      ].map(plain);
    case 'text':
      return entry.proposals.length === 0 ? null : entry.proposals.map(plain);
    case 'number':
    case 'colour':
    case 'switch':
      return null;
    default:
      return entry satisfies never;
  }
}

/** Those that have all words of what is typed in them, in their order. */
export function offersWith(offers: readonly CellOffer[], typed: string): readonly CellOffer[] {
  const words = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return offers.filter(({ value, label }) => {
    const lower = `${label} ${value}`.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  });
}

/** As many as are shown at once: from the first on, or around the one that is chosen. */
export function offersAround(offers: readonly CellOffer[], chosen: CellOffer | undefined): readonly CellOffer[] {
  const middle = chosen === undefined ? 0 : offers.indexOf(chosen) - MOST_OFFERS / 2;
  const first = Math.max(0, Math.min(middle, offers.length - MOST_OFFERS));
  return offers.slice(first, first + MOST_OFFERS);
}

/** The one that is named by what is typed, by its label too: one that is written just so before one in another case. */
export function offerNamed(offers: readonly CellOffer[], typed: string): CellOffer | undefined {
  const requested = typed.trim();
  const lower = requested.toLocaleLowerCase();
  return (
    offers.find(({ value }) => value === requested) ??
    offers.find(({ label }) => label === requested) ??
    offers.find(({ value, label }) => value.toLocaleLowerCase() === lower || label.toLocaleLowerCase() === lower)
  );
}

/** A picture of an asset that shows something. */
export function pictureOf(project: string, asset: AssetEntry): string | null {
  return assetPicture(project, asset, PICTURE_WIDTH);
}

/** What was not looked into may be anything: among pictures it waits to be seen, among families it would be a wrong name. */
function isLookedInto({ media }: AssetEntry): boolean {
  return media !== null;
}

function assetsOf(assets: CellAssets, shows: Parameters<typeof isOfKinds>[1]): readonly AssetEntry[] {
  return [...(assets?.values() ?? [])].filter(({ media }) => isOfKinds(media, shows));
}

function plain(value: string): CellOffer {
  return { value, label: value };
}
