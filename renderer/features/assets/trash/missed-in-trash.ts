import type { MissingAsset } from '#renderer/api/queries/use-publishing.ts';
import { nameKey } from '#shared/names/asset-name.ts';

/** What films miss and the trash has, as the films name it. */
export function missedInTrash(missing: readonly MissingAsset[], inTrash: readonly string[]): readonly MissingAsset[] {
  const keys = new Set(inTrash.map(nameKey));
  return missing.filter(({ name }) => keys.has(nameKey(name)));
}
