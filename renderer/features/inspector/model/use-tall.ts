import { useSyncExternalStore } from 'react';

/** From this height on the effect gallery fits into the inspector; in a lower window a button opens it. */
const TALL = '(min-height: 900px)';

export function useTall(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(TALL).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(TALL);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
