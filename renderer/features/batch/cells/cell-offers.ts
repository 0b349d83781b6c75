import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetPicture } from '#renderer/api/client/asset-picture.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { isOfKinds } from '#renderer/project/source-picker.tsx';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import type { CellEntry } from './cell-entry.ts';

/** The assets of the project by name; undefined while they load. */
export type CellAssets = ReadonlyMap<string, AssetEntry> | undefined;

/** A value in the list of a cell. */
export interface CellOffer {
  /** The value as stored in the table. */
  readonly value: string;
  /** The displayed text. */
  readonly label: string;
  /** The URL of the value's picture; null for a value without a picture, undefined if the list shows only texts. */
  readonly picture?: string | null;
}

/** The maximum number of rendered values. Typing and arrow keys reach the others. */
const MAX_LISTED = 200;
const PICTURE_WIDTH = 64;

/** Returns the list of values for a cell; null if the cell has no list. */
export function cellOffers(entry: CellEntry, project: string, assets: CellAssets): readonly CellOffer[] | null {
  switch (entry.kind) {
    case 'choice':
      return entry.choices.map(({ value, label }) => ({ value, label: label ?? value }));
    case 'asset':
      return assetsOf(assets, entry.shows).map((asset) => ({
        ...plainOffer(asset.name),
        picture: pictureOf(project, asset),
      }));
    case 'font':
      return [
        ...BUNDLED_FAMILIES,
        ...assetsOf(assets, ['font'])
          .filter(isInspected)
          .map(({ name }) => name),
      ].map(plainOffer);
    case 'text':
      return entry.proposals.length === 0 ? null : entry.proposals.map(plainOffer);
    case 'number':
    case 'colour':
    case 'switch':
    case 'list':
      return null;
    default:
      return entry satisfies never;
  }
}

/** Returns the offers that contain all typed words, in list order. */
export function offersMatching(offers: readonly CellOffer[], typed: string): readonly CellOffer[] {
  return offers.filter(({ value, label }) => matchesWords(typed, [label, value]));
}

/** Returns the offers to list: the offers around the chosen offer, or else the first offers. */
export function offersAround(offers: readonly CellOffer[], chosen: CellOffer | undefined): readonly CellOffer[] {
  const middle = chosen === undefined ? 0 : offers.indexOf(chosen) - MAX_LISTED / 2;
  const first = Math.max(0, Math.min(middle, offers.length - MAX_LISTED));
  return offers.slice(first, first + MAX_LISTED);
}

/**
 * Returns the offer whose text or label was typed; undefined if there is none. An exact match has priority over one
 * that ignores case.
 */
export function offerNamed(offers: readonly CellOffer[], typed: string): CellOffer | undefined {
  const requested = typed.trim();
  const lower = requested.toLocaleLowerCase();
  return (
    offers.find(({ value }) => value === requested) ??
    offers.find(({ label }) => label === requested) ??
    offers.find(({ value, label }) => value.toLocaleLowerCase() === lower || label.toLocaleLowerCase() === lower)
  );
}

/** Returns the URL of an asset's picture; null if it has none. */
export function pictureOf(project: string, asset: AssetEntry): string | null {
  return assetPicture(project, asset, PICTURE_WIDTH);
}

/**
 * Returns whether an asset was inspected. An uninspected asset has an unknown kind. It can be listed among pictures,
 * but not among fonts, because its family is also unknown.
 */
function isInspected({ media }: AssetEntry): boolean {
  return media !== null;
}

function assetsOf(assets: CellAssets, shows: Parameters<typeof isOfKinds>[1]): readonly AssetEntry[] {
  return [...(assets?.values() ?? [])].filter(({ media }) => isOfKinds(media, shows));
}

function plainOffer(value: string): CellOffer {
  return { value, label: value };
}
