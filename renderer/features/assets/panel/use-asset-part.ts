import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../../ui/browser/stored.ts';

/** What the Assets tab shows. */
export type AssetPart = 'media' | 'fonts' | 'brand' | 'trash';

const key = 'assets-part';
const remembered = ['fonts', 'brand'] as const;

/** The part that is shown, as it was left on this machine; the trash is looked into now and then, and not left open. */
export function useAssetPart(): [AssetPart, (part: AssetPart) => void] {
  const [part, setPart] = useState<AssetPart>(() => remembered.find((each) => each === readStored(key)) ?? 'media');
  const choose = useCallback((next: AssetPart) => {
    setPart(next);
    if (next !== 'trash') writeStored(key, next);
  }, []);
  return [part, choose];
}
