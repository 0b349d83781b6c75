import { useState } from 'react';
import { readStored, writeStored } from '../../../ui/browser/stored.ts';

/** What the Assets tab shows. */
export type AssetPart = 'media' | 'fonts' | 'trash';

const key = 'assets-part';

/** The part that is shown, as it was left on this machine; the trash is looked into now and then, and not left open. */
export function useAssetPart(): [AssetPart, (part: AssetPart) => void] {
  const [part, setPart] = useState<AssetPart>(() => (readStored(key) === 'fonts' ? 'fonts' : 'media'));
  const choose = (next: AssetPart) => {
    setPart(next);
    if (next !== 'trash') writeStored(key, next);
  };
  return [part, choose];
}
