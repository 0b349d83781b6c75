import { useSyncExternalStore } from 'react';

/** Returns the device pixels per CSS pixel. It changes with the screen of the window and the zoom. */
export function usePixelRatio(): number {
  return useSyncExternalStore(onRatioChange, pixelRatio);
}

/**
 * Returns the canvas pixels per CSS pixel: the pixel ratio of the screen, at most 2. A higher ratio makes no visible
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

/**
 * Watches the current pixel ratio. A media query only reports that the ratio has changed, so each change needs a query
 * for the new ratio.
 */
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
