import { useSyncExternalStore } from 'react';

/** Returns the current theme. Components that paint on a canvas use it to repaint when the theme changes. */
export function useShownTheme(): string {
  return useSyncExternalStore(onThemeChange, shownTheme);
}

/**
 * Returns the value of a design token in the current theme. Values are cached per theme, because reading one forces a
 * style computation.
 */
export function tokenColor(token: `--${string}`): string {
  const theme = shownTheme();
  const cachedTokens = colours.get(theme) ?? new Map<string, string>();
  colours.set(theme, cachedTokens);
  const colour = cachedTokens.get(token) ?? getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  cachedTokens.set(token, colour);
  return colour;
}

const colours = new Map<string, Map<string, string>>();

function shownTheme(): string {
  return document.documentElement.dataset['theme'] ?? '';
}

function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
