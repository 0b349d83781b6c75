import { useCallback, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

/** What the Assets tab shows. */
export type AssetPart = 'media' | 'fonts' | 'brand' | 'trash';

const key = 'assets-part';
const remembered = ['fonts', 'brand'] as const;

/** The part to open: the one that was open last on this machine, but for the trash. A project without assets opens with media. */
export function openingPart(stored: unknown, isEmpty: boolean): AssetPart {
  return (isEmpty ? undefined : remembered.find((each) => each === stored)) ?? 'media';
}

/** The part that is shown. `isEmpty` is whether the project has no assets; null until that is known. */
export function useAssetPart(isEmpty: boolean | null): [AssetPart, (part: AssetPart) => void] {
  const [part, setPart] = useState<AssetPart>(() => openingPart(readStored(key), isEmpty === true));
  /** After the opening, nothing but a choice changes the part. */
  const isOpened = useRef(false);
  useEffect(() => {
    if (isEmpty === null || isOpened.current) return;
    isOpened.current = true;
    setPart(openingPart(readStored(key), isEmpty));
  }, [isEmpty]);
  const choose = useCallback((next: AssetPart) => {
    isOpened.current = true;
    setPart(next);
    if (next !== 'trash') writeStored(key, next);
  }, []);
  return [part, choose];
}
