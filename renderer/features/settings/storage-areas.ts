import type { StorageArea } from '#renderer/api/queries/use-storage.ts';

/** The areas whose content can be made again, so that the user can empty them. */
export type CacheName = 'segments' | 'views' | 'sources' | 'links';

export function isCache(name: StorageArea['name']): name is CacheName {
  return name === 'segments' || name === 'views' || name === 'sources' || name === 'links';
}

/** Returns the areas whose limit the user can set. Areas that can be emptied come first. */
export function boundedAreas(areas: readonly StorageArea[]): readonly StorageArea[] {
  const bounded = areas.filter(({ limitBytes }) => limitBytes !== null);
  return [...bounded.filter(({ canEmpty }) => canEmpty), ...bounded.filter(({ canEmpty }) => !canEmpty)];
}

/** The minimum width of an area with content, in percent, so that it is visible. */
const LEAST_PERCENT = 1;

/** Returns the width of each area with content, in a bar for all areas. */
export function barWidths(
  areas: readonly Pick<StorageArea, 'name' | 'bytes'>[],
): readonly { readonly name: StorageArea['name']; readonly percent: number }[] {
  const shown = areas.filter(({ bytes }) => bytes > 0);
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  const requested = shown.map(({ name, bytes }) => ({ name, percent: Math.max(LEAST_PERCENT, (100 * bytes) / total) }));
  const sum = requested.reduce((all, { percent }) => all + percent, 0);
  return requested.map(({ name, percent }) => ({ name, percent: (100 * percent) / sum }));
}
