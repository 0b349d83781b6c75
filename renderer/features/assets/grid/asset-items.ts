import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { hasTag } from '#shared/names/tags.ts';

/** A tile of the panel. */
export type AssetItem =
  | { readonly type: 'asset'; readonly name: string; readonly entry: AssetEntry; readonly used: boolean }
  /** Named by the template, and not in the project. `scenes` are counted from 1. */
  | { readonly type: 'missing'; readonly name: string; readonly scenes: readonly number[] };

/** Why a film can neither show nor sound what a tile stands for, as it goes on after the name; null where it can. */
function uselessBecause(item: AssetItem): string | null {
  return item.type === 'asset' ? (item.entry.media?.reason ?? null) : null;
}

/** What a command on a tile is about: all that is selected, in the order of the panel; the tile alone where it is not. */
export function entriesOf(
  items: readonly AssetItem[],
  selected: ReadonlySet<string>,
  item: AssetItem & { readonly type: 'asset' },
): readonly AssetEntry[] {
  if (!selected.has(item.name)) return [item.entry];
  return items.flatMap((each) => (each.type === 'asset' && selected.has(each.name) ? [each.entry] : []));
}

/** Whether it is something that a film can take: what is broken or missing cannot be dragged into it. */
export function canBeDragged(item: AssetItem): item is AssetItem & { readonly type: 'asset' } {
  return item.type === 'asset' && uselessBecause(item) === null;
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
  /** Only what has it is shown; null for all. */
  readonly tag: string | null;
}

/** An asset as a film names it, with the scenes that show it, counted from 1. */
export interface UsedName {
  readonly name: string;
  readonly scenes: readonly number[];
}

/** Everything there is to show: what the project has, and what the film names and the project has not. */
export function assetItems(assets: readonly AssetEntry[], used: readonly UsedName[]): readonly AssetItem[] {
  // A film may name an asset in other letters than it was uploaded with.
  const there = new Set(assets.map(({ name }) => nameKey(name)));
  const usedKeys = new Set(used.map(({ name }) => nameKey(name)));
  const missing = new Map<string, AssetItem>();
  for (const { name, scenes } of used) {
    const key = nameKey(name);
    if (!there.has(key) && !missing.has(key)) missing.set(key, { type: 'missing', name, scenes });
  }
  return [
    ...missing.values(),
    ...assets.map((entry): AssetItem => {
      const { name } = entry;
      return { type: 'asset', name, entry, used: usedKeys.has(nameKey(name)) };
    }),
  ];
}

/** What of it is shown, in order. Missing ones always stand first: they are what is to be done. */
export function arrangeItems(
  items: readonly AssetItem[],
  { search, sort, filter, tag }: AssetView,
): readonly AssetItem[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = items.filter((item) => passes(item, filter) && isTagged(item, tag) && hasWords(searched(item), words));
  const missing = shown.filter(({ type }) => type === 'missing');
  const entries = shown.filter((item) => item.type === 'asset');
  return [...missing, ...entries.toSorted((one, other) => compare(one.entry, other.entry, sort))];
}

function isTagged(item: AssetItem, tag: string | null): boolean {
  return tag === null || (item.type === 'asset' && hasTag(item.entry.tags, tag));
}

/** What the search looks at: the name, and each tag. */
function searched(item: AssetItem): string {
  return item.type === 'asset' ? [item.name, ...item.entry.tags].join(' ') : item.name;
}

function hasWords(name: string, words: readonly string[]): boolean {
  const lower = name.toLocaleLowerCase();
  return words.every((word) => lower.includes(word));
}

function passes(item: AssetItem, filter: AssetFilter): boolean {
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
  return rank(one, other, sort) || compareNames(one.name, other.name);
}

function rank(one: AssetEntry, other: AssetEntry, sort: AssetSort): number {
  switch (sort) {
    case 'newest':
      // What is given a tag or another name is no newer, and stays where it lies.
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
