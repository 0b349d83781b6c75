import { useCallback, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

export type AssetPart = 'media' | 'fonts' | 'brand' | 'trash';

const key = 'assets-part';
const remembered = ['fonts', 'brand'] as const;

/**
 * Returns the part to open, which is the last open part on this machine. A project without assets opens with media, and
 * so does the tab if the trash was open.
 */
export function partToOpen(stored: unknown, isEmpty: boolean): AssetPart {
  return (isEmpty ? undefined : remembered.find((each) => each === stored)) ?? 'media';
}

/**
 * Returns the current part and a function to set it. `isEmpty` is whether the project has no assets; null while they
 * load.
 */
export function useAssetPart(isEmpty: boolean | null): [AssetPart, (part: AssetPart) => void] {
  const [part, setPart] = useState<AssetPart>(() => partToOpen(readStored(key), isEmpty === true));
  /** After the tab has opened, only the user changes the part. */
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
