import type { AssetEntry } from '../../api/client/asset-list.ts';
import type { Catalogue } from '../../strings/catalogue.ts';
import type { ToastMessage } from '../../ui/overlays/toast-store.ts';
import { isUseless, reasonOf } from './asset-notes.ts';

/**
 * What is said of assets that can't be scenes: why a file is of no use, or how a font comes into the film.
 */
export function whyNoScene(assets: readonly AssetEntry[], words: Catalogue['assets']): ToastMessage {
  const [only, ...others] = assets;
  if (only !== undefined && others.length === 0 && isUseless(only.media)) {
    const detail = `“${only.name}”: ${reasonOf(only.media)}.`;
    return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail };
  }
  const kinds = new Set(assets.map(({ media }) => media?.kind));
  if (kinds.has('font')) return { id: 'refused', message: words.fontAlone, detail: words.fontAloneHint };
  return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail: words.noPictureToAdd };
}
