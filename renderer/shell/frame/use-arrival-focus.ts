import { type RefObject, useEffect, useRef } from 'react';
import { useNavigation } from '../window/window-context.tsx';

/**
 * Focuses the page area after navigation, because the previously focused element is gone with its screen. Tab then
 * continues in the page and not in the top bar. A screen that sets the focus itself keeps it.
 */
export function useArrivalFocus(): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  const { hasMoved } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the screen is mounted
  useEffect(() => {
    const arrived = area.current;
    if (!hasMoved || arrived === null || !isNowhere(document.activeElement)) return;
    // The focus ring is hidden after navigation, because it shows users who press F6 where they are.
    arrived.dataset['arrived'] = '';
    arrived.focus({ preventScroll: true });
    arrived.addEventListener('blur', () => delete arrived.dataset['arrived'], { once: true });
  }, []);
  return area;
}

function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}
