import { useState } from 'react';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { AssetLayout } from '../grid/grid-size.ts';

const key = 'assets-layout';

/** How assets are laid out, as it was left on this machine. */
export function useAssetLayout(): [AssetLayout, (layout: AssetLayout) => void] {
  const [layout, setLayout] = useState<AssetLayout>(() => (readStored(key) === 'list' ? 'list' : 'tiles'));
  const choose = (next: AssetLayout) => {
    setLayout(next);
    writeStored(key, next);
  };
  return [layout, choose];
}
