import { type RefObject, useEffect, useState } from 'react';

/** Returns whether any part of an element is visible in the window and its scroll containers. */
export function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInView;
}
