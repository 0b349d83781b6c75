import type { StorageArea } from '#renderer/api/queries/use-storage.ts';

/** What can be made again. */
export type CacheName = 'segments' | 'views' | 'sources' | 'links';

export function isCache(name: StorageArea['name']): name is CacheName {
  return name === 'segments' || name === 'views' || name === 'sources' || name === 'links';
}

/** Those whose bounds a person can set, the ones that can be emptied first. */
export function boundedAreas(areas: readonly StorageArea[]): readonly StorageArea[] {
  const bounded = areas.filter(({ limitBytes }) => limitBytes !== null);
  return [...bounded.filter(({ canEmpty }) => canEmpty), ...bounded.filter(({ canEmpty }) => !canEmpty)];
}

/** What is shown of an area that is there at all, in percent: less cannot be seen. */
const LEAST_PERCENT = 1;

/** How wide each area is in a bar of all; those with nothing in them are left out. */
export function barWidths(
  areas: readonly Pick<StorageArea, 'name' | 'bytes'>[],
): readonly { readonly name: StorageArea['name']; readonly percent: number }[] {
  const shown = areas.filter(({ bytes }) => bytes > 0);
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  const requested = shown.map(({ name, bytes }) => ({ name, percent: Math.max(LEAST_PERCENT, (100 * bytes) / total) }));
  const sum = requested.reduce((all, { percent }) => all + percent, 0);
  return requested.map(({ name, percent }) => ({ name, percent: (100 * percent) / sum }));
}
