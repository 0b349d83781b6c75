import { useSyncExternalStore } from 'react';

/** Returns the device pixels per CSS pixel. The value changes with the screen and the browser zoom. */
export function usePixelRatio(): number {
  return useSyncExternalStore(onRatioChange, pixelRatio);
}

/**
 * Returns the canvas pixels per CSS pixel: the pixel ratio, but at most 2. A higher resolution makes no visible
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

/** Watches the pixel ratio. A media query matches only one ratio, so each change requires a new query. */
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
