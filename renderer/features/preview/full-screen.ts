import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';

export interface FullScreen {
  readonly on: boolean;
  readonly toggle: () => void;
}

/** Whether an element fills the screen, and the way in and out. */
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
    // A window may not fill the screen, such as one in a frame; then it stays as it is.
    change?.catch(() => setOn(false));
  }, [element]);
  return useMemo(() => ({ on, toggle }), [on, toggle]);
}
