import { useSyncExternalStore } from 'react';

/**
 * Pixels of the screen for each of the page's: others when the window comes to another screen, or the page is zoomed.
 */
export function usePixelRatio(): number {
  return useSyncExternalStore(onRatioChange, pixelRatio);
}

/**
 * Pixels of a canvas for each of the page's: as fine as the screen, but at most twice, beyond which nobody sees a
 * difference.
 */
export function useScreenScale(): number {
  return Math.min(2, usePixelRatio());
}

const watchers = new Set<() => void>();
let watched: MediaQueryList | null = null;

function pixelRatio(): number {
  return window.devicePixelRatio || 1;
}

function onRatioChange(changed: () => void): () => void {
  watchers.add(changed);
  if (watched === null) watch();
  return () => {
    watchers.delete(changed);
    if (watchers.size === 0) unwatch();
  };
}

/** A query tells when one density ends, not which comes after it, so each asks for the one there is. */
function watch(): void {
  watched = matchMedia(`(resolution: ${pixelRatio()}dppx)`);
  watched.addEventListener('change', onEnd);
}

function unwatch(): void {
  watched?.removeEventListener('change', onEnd);
  watched = null;
}

function onEnd(): void {
  unwatch();
  watch();
  for (const changed of [...watchers]) changed();
}
