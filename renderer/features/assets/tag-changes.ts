import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { distinctTags, hasTag } from '#shared/names/tags.ts';

/** The maximum number of listed tags. The search of the panel finds the others. */
const MAX_LISTED = 100;

/** Returns the first tags and all required tags, with the number of omitted ones. */
export function listedTags(
  tags: readonly string[],
  required: readonly string[],
): { readonly shown: readonly string[]; readonly others: number } {
  if (tags.length <= MAX_LISTED) return { shown: tags, others: 0 };
  const keys = new Set(required.map(nameKey));
  const shown = [...tags.slice(0, MAX_LISTED), ...tags.slice(MAX_LISTED).filter((tag) => keys.has(nameKey(tag)))];
  return { shown, others: tags.length - shown.length };
}

type Tagged = Pick<AssetEntry, 'name' | 'tags'>;

/** Returns the distinct tags of the assets in the collation of the page language. */
export function tagsOf(assets: readonly Pick<AssetEntry, 'tags'>[]): readonly string[] {
  return distinctTags(assets.flatMap(({ tags }) => tags)).toSorted(compareNames);
}

/** Returns whether a tag is on all assets, some assets, or no asset. */
export function tagCoverage(assets: readonly Tagged[], tag: string): 'all' | 'some' | 'none' {
  const count = assets.filter(({ tags }) => hasTag(tags, tag)).length;
  if (count === 0) return 'none';
  return count === assets.length ? 'all' : 'some';
}

/** The tags to add to the assets (`isNeeded`) or to remove from them, by name key. Other tags are unchanged. */
export type TagChanges = ReadonlyMap<string, { readonly tag: string; readonly isNeeded: boolean }>;

export function withChange(changes: TagChanges, tag: string, isNeeded: boolean): TagChanges {
  return new Map([...changes, [nameKey(tag), { tag, isNeeded }]]);
}

/** Returns the assets whose tags change, with their new tags. */
export function taggedAssets(assets: readonly Tagged[], changes: TagChanges): readonly Tagged[] {
  return assets.flatMap(({ name, tags }) => {
    const remaining = tags.filter((tag) => changes.get(nameKey(tag))?.isNeeded !== false);
    const added = [...changes.values()].flatMap(({ tag, isNeeded }) => (isNeeded ? [tag] : []));
    const next = distinctTags([...remaining, ...added]);
    const isSame = next.length === tags.length && next.every((tag) => tags.includes(tag));
    return isSame ? [] : [{ name, tags: [...next] }];
  });
}
