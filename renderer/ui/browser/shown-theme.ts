import { useSyncExternalStore } from 'react';

/**
 * The theme that the page shows, as it stands on its root; for what paints in colours by itself, and has to again in
 * another theme.
 */
export function useShownTheme(): string {
  return useSyncExternalStore(onThemeChange, shownTheme);
}

/**
 * What a colour of the design tokens is in the theme that is shown. Looked up once for each theme: asking makes the
 * page compute its styles.
 */
export function tokenColour(token: `--${string}`): string {
  const theme = shownTheme();
  const known = colours.get(theme) ?? new Map<string, string>();
  colours.set(theme, known);
  const colour = known.get(token) ?? getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  known.set(token, colour);
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
