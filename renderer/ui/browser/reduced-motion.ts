import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

/** Returns whether the user prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(QUERY).matches);
}

function onChange(changed: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
