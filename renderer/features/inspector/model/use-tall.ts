import { useSyncExternalStore } from 'react';

/** So tall a window has room for the effect gallery in the inspector; a lower one opens it from a button. */
const TALL = '(min-height: 900px)';

export function useTall(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(TALL).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(TALL);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
