import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';

export interface FullScreen {
  readonly on: boolean;
  readonly toggle: () => void;
}

/** Returns whether the element is in full screen, and a function that toggles it. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [element]);
  const toggle = useCallback(() => {
    const change =
      document.fullscreenElement === null ? element.current?.requestFullscreen() : document.exitFullscreen();
    // The browser can deny full screen, for example in an iframe. The state then stays off.
    change?.catch(() => setOn(false));
  }, [element]);
  return useMemo(() => ({ on, toggle }), [on, toggle]);
}
