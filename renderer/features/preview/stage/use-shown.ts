import { useSyncExternalStore } from 'react';
import type { Screen, Shown } from '#renderer/film/frames/screen.ts';

const NOTHING: Shown = { frame: null, exact: false, byEngine: false, troubles: [] };

/** What is on the canvas, as far as a component wants to know. The selector gives the same for the same. */
export function useShown<Value>(screen: Screen | undefined, select: (shown: Shown) => Value): Value {
  return useSyncExternalStore(
    (listener) => screen?.subscribe(listener) ?? (() => undefined),
    () => select(screen?.shown() ?? NOTHING),
  );
}
