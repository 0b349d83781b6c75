import { nameKey } from '../../../../shared/names/asset-name.ts';
import type { MissingAsset } from '../../../api/queries/use-publishing.ts';

/** What films miss and the trash has, as the films name it. */
export function missedInTrash(missing: readonly MissingAsset[], inTrash: readonly string[]): readonly MissingAsset[] {
  const keys = new Set(inTrash.map(nameKey));
  return missing.filter(({ name }) => keys.has(nameKey(name)));
}
