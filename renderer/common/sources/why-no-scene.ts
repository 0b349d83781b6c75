import type { AssetEntry } from '../../api/client/asset-list.ts';
import type { Catalogue } from '../../strings/catalogue.ts';
import type { ToastMessage } from '../../ui/overlays/toast-store.ts';
import { reasonOf } from './asset-notes.ts';

/**
 * What is said of assets that can't be scenes: why a file is of no use, or what a sound is for until it can be heard by
 * itself.
 */
export function whyNoScene(assets: readonly AssetEntry[], words: Catalogue['assets']): ToastMessage {
  const [only, ...others] = assets;
  const reason = others.length === 0 ? (only?.media?.reason ?? null) : null;
  if (only !== undefined && reason !== null)
    return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail: `“${only.name}”: ${reasonOf(reason)}.` };
  return assets.some(({ media }) => media?.kind === 'audio')
    ? { id: 'refused', message: words.soundAlone, detail: words.soundAloneHint }
    : { id: 'refused', tone: 'warning', message: words.cannotAdd, detail: words.noPictureToAdd };
}
