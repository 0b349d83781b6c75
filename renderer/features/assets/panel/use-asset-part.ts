import { useCallback, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

export type AssetPart = 'media' | 'fonts' | 'brand' | 'trash';

const key = 'assets-part';
const remembered = ['fonts', 'brand'] as const;

/**
 * Returns the part to open: the part that was last open on this machine. If the project has no assets, or if the trash
 * was last open, returns `media`.
 */
export function partToOpen(stored: unknown, isEmpty: boolean): AssetPart {
  return (isEmpty ? undefined : remembered.find((each) => each === stored)) ?? 'media';
}

/**
 * Returns the open part and a function that sets it. `isEmpty` is whether the project has no assets; null while
 * loading.
 */
export function useAssetPart(isEmpty: boolean | null): [AssetPart, (part: AssetPart) => void] {
  const [part, setPart] = useState<AssetPart>(() => partToOpen(readStored(key), isEmpty === true));
  /** Whether the tab has opened its initial part. After that, only the user changes the part. */
  const isOpened = useRef(false);
  useEffect(() => {
    if (isEmpty === null || isOpened.current) return;
    isOpened.current = true;
    setPart(partToOpen(readStored(key), isEmpty));
  }, [isEmpty]);
  const choose = useCallback((next: AssetPart) => {
    isOpened.current = true;
    setPart(next);
    if (next !== 'trash') writeStored(key, next);
  }, []);
  return [part, choose];
}
