import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

/** Whether somebody wants nothing to move by itself. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(QUERY).matches);
}

function onChange(changed: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
