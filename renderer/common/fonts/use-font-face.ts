import { useEffect, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetUrl } from '#renderer/api/client/media-urls.ts';

/** Loaded ones by family, so that scrolling back to one shows it at once. */
const loaded = new Map<string, Promise<FontFace>>();

/**
 * Has the page know the font of a file, under a name that nothing else has; null until it does, or where the browser
 * cannot read it.
 */
export function useFontFace(project: string, file: AssetEntry | null): string | null {
  const name = file === null ? null : `asset-${file.etag.replaceAll(/[^\w]/gu, '')}`;
  const address = file === null ? null : assetUrl(project, file.name);
  const [ready, setReady] = useState<string | null>(null);
  useEffect(() => {
    if (name === null || address === null) return;
    let isGone = false;
    const face = loaded.get(name) ?? new FontFace(name, `url("${address}")`).load();
    loaded.set(name, face);
    face
      .then((font) => {
        document.fonts.add(font);
        if (!isGone) setReady(name);
      })
      // What the browser cannot read is shown by its name alone; a later try may reach the service.
      .catch(() => loaded.delete(name));
    return () => {
      isGone = true;
    };
  }, [name, address]);
  return ready === name ? ready : null;
}
