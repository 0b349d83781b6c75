import { type RefObject, useEffect, useRef } from 'react';
import { useNavigation } from '../window/window-context.tsx';

/**
 * Gives the page's area the focus where somebody came to it and what had the focus went with the screen before: Tab goes
 * on in the page, and not from the bar above it. A screen that puts the focus itself keeps it.
 */
export function useArrivalFocus(): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  const { hasMoved } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is there
  useEffect(() => {
    const arrived = area.current;
    if (!hasMoved || arrived === null || !isNowhere(document.activeElement)) return;
    // It has no ring then: that is for who goes to an area.
    arrived.dataset['arrived'] = '';
    arrived.focus({ preventScroll: true });
    arrived.addEventListener('blur', () => delete arrived.dataset['arrived'], { once: true });
  }, []);
  return area;
}

function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}
