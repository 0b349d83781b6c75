import { type RefObject, useEffect, useState } from 'react';

/** Whether any of an element is in sight, in the window and in what scrolls around it. */
export function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInSight;
}
