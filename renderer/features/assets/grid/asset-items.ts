import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { hasTag } from '#shared/names/tags.ts';

/** A tile of the panel. */
export type AssetItem =
  | { readonly type: 'asset'; readonly name: string; readonly entry: AssetEntry; readonly used: boolean }
  /** An asset that the template names but the project does not contain. `scenes` has scene numbers, from 1. */
  | { readonly type: 'missing'; readonly name: string; readonly scenes: readonly number[] };

/**
 * Returns the reason why a movie cannot use the asset, as a text that follows the asset's name; null if the movie can
 * use it.
 */
function unusableReason(item: AssetItem): string | null {
  return item.type === 'asset' ? (item.entry.media?.reason ?? null) : null;
}

/**
 * Returns the entries that a command on a tile applies to. If the tile is selected, these are all selected entries in
 * panel order; otherwise, only the tile.
 */
export function entriesOf(
  items: readonly AssetItem[],
  selected: ReadonlySet<string>,
  item: AssetItem & { readonly type: 'asset' },
): readonly AssetEntry[] {
  if (!selected.has(item.name)) return [item.entry];
  return items.flatMap((each) => (each.type === 'asset' && selected.has(each.name) ? [each.entry] : []));
}

/** Returns whether a tile can be dragged: its asset must exist and be usable in a movie. */
export function canBeDragged(item: AssetItem): item is AssetItem & { readonly type: 'asset' } {
  return item.type === 'asset' && unusableReason(item) === null;
}

export const assetSorts = ['newest', 'name', 'size', 'duration', 'kind'] as const;
export type AssetSort = (typeof assetSorts)[number];

export const assetFilters = [
  'all',
  'video',
  'sound',
  'image',
  'font',
  'captions',
  'other',
  'unused',
  'missing',
] as const;
export type AssetFilter = (typeof assetFilters)[number];

export interface AssetView {
  readonly search: string;
  readonly sort: AssetSort;
  readonly filter: AssetFilter;
  /** The tag by which the tiles are filtered; null for all tiles. */
  readonly tag: string | null;
}

/** An asset as the movie names it, with the numbers (from 1) of the scenes that use it. */
export interface UsedName {
  readonly name: string;
  readonly scenes: readonly number[];
}

/** Returns the tiles of the project's assets, and of the missing assets that the movie names. */
export function assetItems(assets: readonly AssetEntry[], used: readonly UsedName[]): readonly AssetItem[] {
  // The movie can spell an asset's name in another case.
  const existingKeys = new Set(assets.map(({ name }) => nameKey(name)));
  const usedKeys = new Set(used.map(({ name }) => nameKey(name)));
  const missing = new Map<string, AssetItem>();
  for (const { name, scenes } of used) {
    const key = nameKey(name);
    if (!existingKeys.has(key) && !missing.has(key)) missing.set(key, { type: 'missing', name, scenes });
  }
  return [
    ...missing.values(),
    ...assets.map((entry): AssetItem => {
      const { name } = entry;
      return { type: 'asset', name, entry, used: usedKeys.has(nameKey(name)) };
    }),
  ];
}

/** Returns the matching tiles in display order. Missing assets come first, because the user must replace them. */
export function arrangeItems(
  items: readonly AssetItem[],
  { search, sort, filter, tag }: AssetView,
): readonly AssetItem[] {
  const matching = items.filter(
    (item) => matchesFilter(item, filter) && isTagged(item, tag) && matchesWords(search, searchedTexts(item)),
  );
  const missing = matching.filter(({ type }) => type === 'missing');
  const entries = matching.filter((item) => item.type === 'asset');
  return [...missing, ...entries.toSorted((one, other) => compare(one.entry, other.entry, sort))];
}

function isTagged(item: AssetItem, tag: string | null): boolean {
  return tag === null || (item.type === 'asset' && hasTag(item.entry.tags, tag));
}

/** Returns the texts to search: the name and the tags. */
function searchedTexts(item: AssetItem): readonly string[] {
  return item.type === 'asset' ? [item.name, ...item.entry.tags] : [item.name];
}

function matchesFilter(item: AssetItem, filter: AssetFilter): boolean {
  if (filter === 'all') return true;
  if (item.type === 'missing') return filter === 'missing';
  const kind = item.entry.media?.kind ?? 'other';
  switch (filter) {
    case 'video':
      return kind === 'video';
    case 'sound':
      return kind === 'audio';
    case 'image':
    case 'font':
    case 'captions':
    case 'other':
      return kind === filter;
    case 'unused':
      return !item.used;
    case 'missing':
      return false;
    default:
      return filter satisfies never;
  }
}

const kinds = { video: 0, audio: 1, image: 2, font: 3, captions: 4, other: 5 } as const;
function compare(one: AssetEntry, other: AssetEntry, sort: AssetSort): number {
  return compareBySort(one, other, sort) || compareNames(one.name, other.name);
}

function compareBySort(one: AssetEntry, other: AssetEntry, sort: AssetSort): number {
  switch (sort) {
    case 'newest':
      // Sort by creation, so that a new name or tag does not move a tile.
      return other.createdAt < one.createdAt ? -1 : other.createdAt > one.createdAt ? 1 : 0;
    case 'name':
      return 0;
    case 'size':
      return other.size - one.size;
    case 'duration':
      return (other.media?.durationSeconds ?? -1) - (one.media?.durationSeconds ?? -1);
    case 'kind':
      return kinds[one.media?.kind ?? 'other'] - kinds[other.media?.kind ?? 'other'];
    default:
      return sort satisfies never;
  }
}
