import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { ToastMessage } from '#renderer/ui/overlays/toast-store.ts';
import { isUseless, reasonOf } from './asset-notes.ts';

/** Files that a message names. */
const MOST_NAMED = 3;

/**
 * What is said of assets that can't be scenes: why a file is of no use, or how a font comes into the film.
 */
export function whyNoScene(assets: readonly AssetEntry[], words: Catalogue['assets']): ToastMessage {
  const useless = assets.flatMap(({ name, media }) => (isUseless(media) ? [`“${name}”: ${reasonOf(media)}.`] : []));
  if (useless.length > 0) {
    const left = assets.length - Math.min(useless.length, MOST_NAMED);
    const detail = [...useless.slice(0, MOST_NAMED), ...(left > 0 ? [words.othersNotAdded(left)] : [])].join(' ');
    return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail };
  }
  const kinds = new Set(assets.map(({ media }) => media?.kind));
  if (kinds.has('font')) return { id: 'refused', message: words.fontAlone, detail: words.fontAloneHint };
  return { id: 'refused', tone: 'warning', message: words.cannotAdd, detail: words.noPictureToAdd };
}
