import { useSyncExternalStore } from 'react';

/** Returns the device pixels per CSS pixel. It changes with the screen of the window and the zoom. */
export function usePixelRatio(): number {
  return useSyncExternalStore(onRatioChange, pixelRatio);
}

/**
 * Returns the canvas pixels per CSS pixel: the density of the screen, at most two, above which no difference is
 * visible.
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
 * Watches the current density. A media query reports that its density no longer applies, so each change starts a new
 * query.
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
