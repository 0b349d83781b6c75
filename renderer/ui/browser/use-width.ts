import { type RefObject, useLayoutEffect, useState } from 'react';

/** Observes the content width of an element in pixels; 0 before it is mounted. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    // Measure now, because the observer reports only after the next layout, which can be late under load.
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
