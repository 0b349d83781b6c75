import { type RefObject, useEffect, useRef } from 'react';
import { useNavigation } from '../window/window-context.tsx';

/**
 * Focuses the page area after navigation, because the previously focused element was unmounted with its screen. Tab
 * then continues in the page instead of the top bar. If the screen has already set the focus, does nothing.
 */
export function useArrivalFocus(): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  const { hasMoved } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the screen is mounted
  useEffect(() => {
    const arrived = area.current;
    if (!hasMoved || arrived === null || !isUnfocused(document.activeElement)) return;
    // Hide the focus ring, because it is useful only for users who press F6.
    arrived.dataset['arrived'] = '';
    arrived.focus({ preventScroll: true });
    arrived.addEventListener('blur', () => delete arrived.dataset['arrived'], { once: true });
  }, []);
  return area;
}

function isUnfocused(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}
