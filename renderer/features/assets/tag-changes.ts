import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { distinctTags, hasTag } from '#shared/names/tags.ts';

/** More tags than this nobody looks through, and each is an element of the page; the search finds the others. */
const MOST_SHOWN = 100;

/** The tags that are shown of many: the first, and those that have to be; and how many are left out. */
export function shownTags(
  tags: readonly string[],
  always: readonly string[],
): { readonly shown: readonly string[]; readonly others: number } {
  if (tags.length <= MOST_SHOWN) return { shown: tags, others: 0 };
  const keys = new Set(always.map(nameKey));
  const shown = [...tags.slice(0, MOST_SHOWN), ...tags.slice(MOST_SHOWN).filter((tag) => keys.has(nameKey(tag)))];
  return { shown, others: tags.length - shown.length };
}

type Tagged = Pick<AssetEntry, 'name' | 'tags'>;

/** Every tag that assets have, once, in the order of people. */
export function tagsOf(assets: readonly Pick<AssetEntry, 'tags'>[]): readonly string[] {
  return distinctTags(assets.flatMap(({ tags }) => tags)).toSorted(compareNames);
}

/** Whether all, some or none of the assets have a tag. */
export function shareOf(assets: readonly Tagged[], tag: string): 'all' | 'some' | 'none' {
  const count = assets.filter(({ tags }) => hasTag(tags, tag)).length;
  if (count === 0) return 'none';
  return count === assets.length ? 'all' : 'some';
}

/** Tags that assets are to have or to lack, by their keys; others stay as each asset has them. */
export type TagChanges = ReadonlyMap<string, { readonly tag: string; readonly isNeeded: boolean }>;

export function withChange(changes: TagChanges, tag: string, isWanted: boolean): TagChanges {
  return new Map([...changes, [nameKey(tag), { tag, isNeeded: isWanted }]]);
}

/** The assets whose tags change, with those that they will have. */
export function taggedAssets(assets: readonly Tagged[], changes: TagChanges): readonly Tagged[] {
  return assets.flatMap(({ name, tags }) => {
    const kept = tags.filter((tag) => changes.get(nameKey(tag))?.isNeeded !== false);
    const added = [...changes.values()].flatMap(({ tag, isNeeded: isWanted }) => (isWanted ? [tag] : []));
    const next = distinctTags([...kept, ...added]);
    const isSame = next.length === tags.length && next.every((tag) => tags.includes(tag));
    return isSame ? [] : [{ name, tags: [...next] }];
  });
}
